"""A marble's run on a page: the game's own picture of it, in which the marble rolls on to the next beam."""

from markupsafe import Markup

from companion.scenes.rolling import seen_of
from companion.scenes.shapes import Circle, Scene
from companion.scenes.svg import svg
from companion.scenes.telling import Look, TellingRuns
from companion.table.running import Phase
from companion.tablet.seeing import Seen

MOMENTS = (0.0, 0.15, 0.3, 0.5, 0.75, 1.05, 1.5, 2.1, 3.0)
"""The seconds after a beam, or the launch, at which it is worked out where the marble would be."""

STILL_S = 0.5
"""Where it lies on a page on which nothing moves."""


def run_picture(seen: Seen, look: Look, dark: bool) -> Markup | None:
    """The run that is awaited or going on; None for a game, or a moment, without marbles."""
    words = seen.words
    if not isinstance(words, TellingRuns) or not seen.running:
        return None

    def at(seconds: float) -> Scene | None:
        return words.run(seen.state, look, seen_of(seen.progress, seen.guess, seconds))

    still = at(STILL_S)
    if still is None:
        return None
    drawn = svg(still, dark)
    if seen.progress.phase is Phase.RUNNING and seen.guess is None:
        drawn = _rolling(drawn, still, [scene for each in MOMENTS if (scene := at(each)) is not None])
    return Markup(drawn)  # noqa: S704  # its words are escaped where they are drawn


def _rolling(drawn: str, still: Scene, moments: list[Scene]) -> str:
    """The same picture with the way of each circle that moves; the page lets it begin."""
    lines = drawn.split("\n")
    alike = all(len(scene.shapes) == len(still.shapes) for scene in moments)
    if not alike or len(lines) != len(still.shapes) + 2:  # one line a shape, between those of the svg
        return drawn
    for place, shape in enumerate(still.shapes):
        ways = [scene.shapes[place] for scene in moments]
        circles = [each.centre for each in ways if isinstance(each, Circle)]
        if isinstance(shape, Circle) and len(circles) == len(ways) and len(set(circles)) > 1:
            lines[place + 1] = lines[place + 1].removesuffix("/>") + f">{_way(circles)}</circle>"
    return "\n".join(lines)


def _way(centres: list[tuple[float, float]]) -> str:
    times = ";".join(f"{each / MOMENTS[-1]:.3f}" for each in MOMENTS)
    return "".join(
        f'<animate attributeName="{name}" dur="{MOMENTS[-1]}s" begin="indefinite" fill="freeze" '
        f'keyTimes="{times}" values="{";".join(f"{centre[axis]:.1f}" for centre in centres)}"/>'
        for axis, name in enumerate(("cx", "cy"))
    )
