"""Every number the tracker judges by, with its reason; nowhere else is one.

They say how marbles, beams and hands behave at any table: none was fitted to recordings, and none is
shared with `physics.py` or `faults.py`. Distances in millimetres, times in seconds, widths as natural
logarithms of milliseconds, chances per event.
"""

from math import log

from msgspec import Struct

# --- from edges to pulses -------------------------------------------------------------------------

BOUNCE_US = 2_000
"""Breaks of one beam closer than this are one: the quickest marble needs 20 ms to turn and come back."""

STUCK_US = 2_500_000
"""A beam broken since before the launch is stuck if it stays so for longer than a hand sets a marble down."""

FLASH_MS = 3.5
"""No marble is through a beam so quickly: that would be four metres a second."""

MOST_FLASHES = 20
"""A beam with more pulses than this that no marble is quick enough for is dazzled: it sees nothing else."""

MOST_PULSES = 200
"""A marble that swings for half a minute makes a hundred; what makes more is no marble, and not judged."""


# --- what a set-up is like ------------------------------------------------------------------------


class SetUp(Struct, frozen=True):
    """How beams behave that were clipped on well or badly; the run itself tells which it was."""

    prior: float
    missed: float
    never: float
    stuck: float
    chatter: float
    flicker_per_s: float
    hand: float


SOUND = SetUp(0.9992, 5e-6, 5e-6, 1e-4, 0.003, 0.0005, 0.005)
"""Presumed until something speaks against it: a well-aimed beam misses one marble in 200,000."""

POOR = SetUp(0.0007, 0.025, 0.03, 0.03, 0.3, 0.08, 0.6)
"""One that shakes, or stands in the sun: trouble comes in company, so any one sign makes the others likely.

The hand counts as a sign: where people reach through the beams, a run may have been cut short.
"""

BAD = SetUp(0.0001, 0.1, 0.06, 0.06, 0.4, 0.4, 0.6)
"""Hardly aimed at all."""

SETUPS = (SOUND, POOR, BAD)


# --- what a marble does ---------------------------------------------------------------------------

LAUNCHED = 0.97
"""Seldom does nobody let go of the marble."""

CROSSES = 0.84
"""A marble that was never turned back mostly clears the next hill ..."""

TURNS = 0.14
"""... or is turned back by it ..."""

DERAILS = 0.02
"""... or leaves the track, or sticks on it, and is not seen again."""

CROSSES_BACK = 0.5
"""Once turned back it has energy for the hills it came over, or has not: nothing speaks for either."""

DERAILS_LATER = 0.001
"""A marble too slow for the hill ahead hardly jumps the track."""

SETTLES = ((log(18), 0.004), (log(30), 0.02), (log(60), 0.1), (log(1e9), 0.4))
"""It comes to rest unseen beside the beam: the more likely the longer it took through the beam before."""

SETTLES_AT_ONCE = 3e-6
"""A marble that no hill has turned back yet does not stop between two beams; if it sticks, see `DERAILS`."""

SETTLES_IN_BUMP = 0.02
"""Between the bumps of a Bump without a beam there it may lie unseen, about as often as it derails."""

RESTS_IN_BEAM = ((log(18), 0.001), (log(30), 0.03), (log(60), 0.15), (log(1e9), 0.4))
"""It comes to rest in the beam itself, most likely where it already crawls."""

RESTS_AT_ONCE = 1e-4
"""Hardly ever on its first way down."""

SETTLES_UNWATCHED = 0.3
"""It rolls to and fro at a beam that sees nothing: silence is what one hears of that."""

REST_FROM = log(90)
"""A pulse longer than this can be a marble at rest; the slowest pass of a rolling one is hardly longer."""

FIRST_WIDTH = (log(11), 0.4)
"""A 14 to 16 mm marble passes at 0.8 to 2.5 m/s."""

WIDTH_AT_OTHER_BEAM = 0.16
"""Clips sit at different heights on the marble, valleys at different depths: widths differ by so much."""

WIDTH_IN_DIP = 0.2
"""The valley inside a Bump is shallower than the others: the marble is slower there by so much."""

WIDTH_AT_SAME_BEAM = 0.025
"""One beam and one marble: only the loss of energy changes the width, and the turn of the marble's axis."""

CRAWLS_FROM = log(28)
CRAWLING = (0.3, log(90), 0.8)
"""A marble that slow may turn inside the beam: then its pulses are of any length, and may grow shorter ..."""

CRAWLING_TURN = (log(0.4), 0.6)
"""... and it comes back after a whole swing, not after half of one."""

STIRS_PER_S = 0.02
STIRRING = (log(40), 1.0)
"""In the valley where it is caught it may stir as no rule here foresees; out of it, it can't."""

WIDTH_OUTLIER = (0.03, 0.6)
"""Share of pulses clipped by chatter or a touch, and how much those vary."""

LOSS_PER_MM = (log(0.0007), 0.6)
"""Share of its head that a marble loses on a millimetre of track at full speed: 7 to 30 % a hill."""

LOSS_KNOWN = 0.35
"""How well the loss is known once the run itself has shown it: it differs from hill to hill."""

PACE = (log(0.1), 0.25)
"""Seconds over a hill, per metre and per millisecond of width: a 14 mm chord, slowed by half on the crest."""

PACE_KNOWN = 0.16
"""How well it is known once the run has shown it: hills differ in height."""

CROSSING_TAIL = (0.08, 0.5, 0.45)
"""Share of crossings that creep over the crest, how much longer they take (logarithm), and the spread."""

TURNING = (0.12, 0.42)
"""A turn takes about as long as a crossing of the same hill would, up to the crest and back ..."""

TURNING_TAIL = (0.15, 0.8, 0.45)
"""... or lingers below the crest."""

TURN_AGAIN = (-0.06, 0.12)
"""The next turn on the same slope is a little shorter, as the marble has less energy ..."""

TURN_AGAIN_TAIL = (0.12, -0.45, 0.4)
"""... or much, where the first one lingered below the crest."""

SHORTEST_LEG_S = 0.04
"""Not even the smallest swing beside a beam is quicker."""

USUAL_LENGTH = (250.0, 0.22)
"""A hill's length where nobody measured the beams' places, and how much hills differ."""

MEASURED = 0.06
"""How well a measured distance between beams stands for the length the marble rolls."""

FIRST_PASS = (0.05, 120.0)
"""From the launch being armed to the first beam: anything from a marble let go before to a chat first."""

IMPATIENT = 0.1
"""Seldom does somebody stop the recorder, or the marble, while it rolls ..."""

PATIENCE = 0.6
"""... and after some such seconds without a pulse a marble under way would have been seen."""


# --- what is not a marble -------------------------------------------------------------------------

FLICKER_WIDTH = (log(0.5), 0.85)
"""Sun and lamps blind a receiver for a fraction of a millisecond to a few."""

FLICKER_AGAIN = (0.25, 3.0)
"""Flashes come in trains: within so many seconds after one, so many more a second at the same beam."""

HAND_PER_S = 0.2
"""The hand comes when it comes."""

HAND_TOO_SOON = (1.0, 0.001)
"""Within so long after a passage a hand is so much less likely: people wait till the marble has stopped."""

HAND_NEXT_PER_S = 2.0
"""One hand breaks several beams."""

HAND_WIDTH = (log(250), 0.65)
"""A hand stays in a beam for a tenth of a second to one ..."""

BRUSH = (0.06, log(45), 0.8)
"""... but a finger may pass as quick as a marble."""

HAND_AT_START = (0.05, 3.0)
"""How often setting the marble down breaks beams, and within how many seconds of arming."""

SETTING_DOWN = (log(150), 0.6)
"""That is done quicker than collecting it."""

STRANGER = 1e-5
"""A second marble, a finger, a ball of dust: rare, but then nothing else can be trusted."""

STRANGER_PER_S = 0.6
STRANGER_WIDTH = (log(14), 0.6)
"""Once there, it may break any beam at any time, for about as long as a marble would."""

# --- how much is computed -------------------------------------------------------------------------

MOST_STORIES = 80
"""Stories kept after each pulse; the hundredth best is beyond a millionth in all but hopeless runs."""

NEGLIGIBLE = 1e-9
"""A story with so small a share is dropped; a thousand of them still do not touch `certain`."""

MOST_MISSED = 2
"""A way past more working beams than this without being seen is dropped, being rarer than a stranger."""

MOST_UNWATCHED = 3
"""How often a way may lead past one beam that sees nothing; a marble does more, but ends the same."""

MANY_BLIND = 4
"""With more beams than this stuck or dazzled a way leads past each but once: the table is asked anyhow."""

SKIPPED_SHARE = 1e-7
"""A way with so small a chance is not followed further."""

WORTH_NAMING = 1e-4
"""Other results rarer than this are not offered when the table is asked."""
