"""Coaster Clash on a pretend table: shuffled elements and layouts, players who build to win."""
