"""Coaster Companion: the kiosk beside a table of roller coaster games."""
