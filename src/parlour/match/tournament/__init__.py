"""Tournaments: a log of events like a match, folded into players, pairings and standings. No clock is read here."""
