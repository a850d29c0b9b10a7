from companion.cards import Found
from companion.cards.steady import Lying, Steady

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
ELSEWHERE = ((5.0, 0.0), (6.0, 0.0), (6.0, 1.0), (5.0, 1.0))


def found(card, confidence=0.99, quad=QUAD):
    return Found(card, quad, 0, 0.0, confidence >= 0.95, confidence)


def row(*cards):
    return tuple(map(found, cards))


def test_a_row_rests_once_it_has_stayed_the_same_for_half_a_second():
    steady = Steady()
    assert [steady.see(row("a", "b"), at).steady for at in (10.0, 10.2, 10.4, 10.5, 10.7)] == [
        False, False, False, True, True,
    ]  # fmt: skip


def test_two_pictures_far_apart_are_enough_but_one_is_not():
    steady = Steady()
    assert not steady.see(row("a"), 10.0).steady
    assert steady.see(row("a"), 13.0).steady


def test_another_card_or_another_order_begins_anew():
    for other in (row("a"), row("b", "a"), row("a", "b", "b"), ()):
        steady = Steady()
        steady.see(row("a", "b"), 0.0)
        steady.see(row("a", "b"), 0.4)
        assert not steady.see(other, 0.6).steady
        assert not steady.see(row("a", "b"), 0.8).steady
        assert not steady.see(row("a", "b"), 1.2).steady
        assert steady.see(row("a", "b"), 1.3).steady


def test_an_empty_table_rests_too():
    steady = Steady()
    steady.see((), 0.0)
    assert steady.see((), 0.6) == Lying((), steady=True)


def test_a_card_stays_as_sure_as_it_was_seen_best_but_lies_where_it_lies_now():
    steady = Steady()
    steady.see((found("a", 0.99),), 0.0)
    lying = steady.see((found("a", 0.6, ELSEWHERE),), 0.2)
    assert lying.cards == (found("a", 0.99, ELSEWHERE),)
    assert lying.ids == ("a",)
    assert steady.see((found("b", 0.6),), 0.4).cards == (found("b", 0.6),)


def test_what_was_seen_can_be_forgotten():
    steady = Steady()
    steady.see(row("a"), 0.0)
    steady.forget()
    assert not steady.see(row("a"), 0.6).steady
