"""Coaster Clash: six rounds of coasters built together with both neighbours."""
