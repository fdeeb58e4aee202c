"""The games, one folder each, found by the registry. Rules are pure: no clock, chance only from the record."""
