"""Searches: generic over the contract, compiled once per game, all their memory allocated up front."""
