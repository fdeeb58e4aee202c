"""What can be taken back in Whist: nothing that has shown a part of a hidden hand."""

import pytest

import parlour
from parlour.match import commands as co
from parlour.match.decide import handle, num_undoable
from parlour.match.errors import CannotUndo
from parlour.match.match import new_match


@pytest.mark.parametrize("ceremony", ["full", "quick"])
def test_in_whist_no_lead_is_taken_back_after_the_answer(ceremony: str) -> None:
    match = new_match(parlour.load("whist"), seed=3, options={"ceremony": ceremony})
    while match.phase != "follow":
        seat = match.position.to_act()[0]
        handle(match, co.Play(seat=seat, action=match.position.seen_by(seat).choices()[0].action), 0)
    leader = match.turns[-1].seat
    handle(match, co.Play(seat=1 - leader, action=match.position.seen_by(1 - leader).choices()[0].action), 0)

    for seat in (0, 1):
        with pytest.raises(CannotUndo, match="Something was shown"):
            num_undoable(match, seat)
