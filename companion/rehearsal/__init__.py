"""A pretend table: shuffled decks, players who try to win, rolling marbles."""
