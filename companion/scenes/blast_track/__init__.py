"""Blast Track told and shown: the growing board of hexagons, its tiles, its carts and its words."""
