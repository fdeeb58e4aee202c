"""Claims of a match whose other player is away: refused in words until they are open."""

from parlour.server.errors import NotAway


def check_claim(opens_ms: int | None, now_ms: int) -> None:
    """Refuse a claim that is not open yet, or never will be.

    Raises:
        NotAway: the sentence says why, or how long to wait.
    """
    if opens_ms is None:
        raise NotAway(
            "You can claim the match only while the other side is to act and away, and not with days per turn."
        )
    if opens_ms > now_ms:
        raise NotAway(f"You can claim the match in {-((now_ms - opens_ms) // 1000)} s, if the other side stays away.")
