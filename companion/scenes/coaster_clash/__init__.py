"""Coaster Clash in words and pictures."""
