"""What holds in every position of Matches and Patches."""

from parlour import Position
from parlour.games.matches_and_patches.state import NONE, RUNNING, TILES, neighbours_of


def check(position: Position) -> None:
    """Assert that every tile is in one place, and that the counts are those of the board."""
    s = position.state
    cells = int(s.width) ** 2
    board = [int(tile) for tile in s.tiles[:cells] if tile != NONE]
    hands = [[int(tile) for tile in hand if tile != NONE] for hand in s.hands]
    deck = s.deck[: s.deck_size].tolist()
    placing = [int(s.chosen_tile[s.clash])] if s.clash != NONE else []
    assert sorted([*board, *hands[0], *hands[1], *deck, *placing]) == list(range(TILES))
    assert len(board) == s.placed
    assert [len(hand) for hand in hands] == s.hand_sizes.tolist()
    assert all(s.tiles[cell] != NONE for cell in range(cells) if s.owners[cell] != NONE)
    assert [int((s.owners == seat).sum()) for seat in range(2)] == s.captured.tolist()
    for cell in range(cells):
        is_near = any(near != NONE and s.tiles[near] != NONE for near in neighbours_of(int(s.width), cell))
        assert s.over != RUNNING or bool(s.open[cell]) == (s.tiles[cell] == NONE and is_near)
