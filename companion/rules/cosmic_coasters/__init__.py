"""Cosmic Coasters: fleets on the moons of Jupiter, and a race home from an opponent's Teleport Pad."""
