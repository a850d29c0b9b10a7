"""Building a ship from spare parts, and letting a turn go by."""

from companion.rules.contract import TABLE
from companion.rules.cosmic_coasters.asks import offered
from companion.rules.cosmic_coasters.commands import Build, Built, Pass, Passed
from companion.rules.cosmic_coasters.components import CONTROL
from companion.rules.cosmic_coasters.elimination import conclude
from companion.rules.cosmic_coasters.refusal import REPAIRS, Answer, out_of_turn, refuse, sparing
from companion.rules.cosmic_coasters.state import Passing, State, spare


def build(state: State, command: Build) -> Answer:
    """A new ship on an empty Factory of any moon between two own Control Points (CO13)."""
    refused = out_of_turn(state, command)
    if refused:
        return refused
    seat, factory = command.seat, command.factory
    if factory not in state.chart.flanks:
        return refuse(state, command, "cosmic.build.not-a-factory", "Building", space=factory)
    if state.ships[factory] is not None:
        return refuse(state, command, "cosmic.build.occupied", "Building", space=factory)
    flanked = sum(state.ships[point] == seat for point in state.chart.flanks[factory])
    if flanked < CONTROL:
        return refuse(
            state, command, "cosmic.build.not-flanked", "CO13", space=factory, held=flanked, needed=CONTROL
        )
    if spare(state, seat) < 1:
        in_play = state.ships.count(seat)
        return refuse(state, command, "cosmic.build.no-spare-parts", "CO13", spare=0, in_play=in_play)
    return conclude(state, Built(seat, factory))


def let_pass(state: State, command: Pass) -> Answer:
    """Do nothing, where the table allows it (CO14). Nobody is forced to: seven ships do not fill a moon."""
    refused = out_of_turn(state, command)
    if refused:
        return refused
    if state.options.passing is Passing.FORCED:
        actions = tuple(offered(state, TABLE))
        # Moves, which come last, are what is nearest to doing nothing.
        repairs = tuple(sparing(state, actions)[-REPAIRS:])
        return refuse(state, command, "cosmic.pass.must-act", "CO14", repairs=repairs, actions=len(actions))
    return conclude(state, Passed(command.seat))
