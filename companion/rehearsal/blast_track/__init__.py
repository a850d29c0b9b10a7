"""Blast Track rehearsed: shuffled piles, and players who want the wildest ride."""
