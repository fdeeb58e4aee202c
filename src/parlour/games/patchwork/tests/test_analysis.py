"""What the analysis of a match says about bad actions."""

from support.analysed import analysed, played
