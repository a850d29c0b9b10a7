"""Coaster Park: sales of hills, hired experts, coasters of real marbles, and what they score."""
