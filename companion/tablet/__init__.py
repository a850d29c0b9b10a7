"""The page that phones and tablets open: a seat's own, a scorekeeper's, a screen on the wall."""

from companion.tablet.people import People
from companion.tablet.room import Beams, PhoneCamera, Pretending, Room
from companion.tablet.server import Server

__all__ = ["Beams", "People", "PhoneCamera", "Pretending", "Room", "Server"]
