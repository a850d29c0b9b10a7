"""Blast Track: a growing board of hexagons, and the carts that slide over it."""
