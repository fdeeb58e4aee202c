"""All tables, of whatever module."""

from parlour.storage import campaign_tables, people_tables, puzzle_tables, tables, tournament_tables

MODULES = (tables, people_tables, tournament_tables, puzzle_tables, campaign_tables)
metadata = tables.metadata  # every module has added its tables to it
