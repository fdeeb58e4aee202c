"""Sanguine a second time, slowly and from the rules alone, to compare whole matches and counts with the kernels."""

from __future__ import annotations

import copy
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.games.sanguine import GAME
from parlour.games.sanguine.text.deck import Card, read_deck, shipped_text
from parlour.games.sanguine.text.draw import long_view
from support.matches import walk

EXTENDED_DECK = "\n".join(
    f"{name}{value} {cost} {value}\n{grid}"
    for value, cost in ((1, 1), (2, 1), (3, 2), (4, 3))
    for name, grid in (
        ("Rise", "XXUXX\nXIIIX\nUICIU\nXIIIX\nXXUXX"),
        ("Fall", "XXDXX\nXDIDX\nIICII\nXDIDX\nXXDXX"),
        ("Mix", "IXUXD\nXIDIX\nUICID\nXIUIX\nDXIXU"),
        ("Push", "XXXXX\nXXIDX\nXXCID\nXXIDX\nXXXXX"),
    )
)


class Model:
    """A match as a student would write it: lists and dictionaries, no cleverness."""

    def __init__(self, rows: int, columns: int, decks: tuple[list[Card], list[Card]], hand_size: int) -> None:
        self.rows, self.columns = rows, columns
        self.decks = [list(deck) for deck in decks]
        self.hands: list[list[Card]] = [[], []]
        self.pawns: dict[tuple[int, int], tuple[int, int]] = {}  # owner and number
        self.cards: dict[tuple[int, int], tuple[int, Card]] = {}  # owner and card
        self.modifiers = {(r, c): 0 for r in range(rows) for c in range(columns)}
        self.turn, self.passes = 0, 0
        for r in range(rows):
            self.pawns[r, 0] = (0, 1)
            self.pawns[r, columns - 1] = (1, 1)
        for player in (0, 1):
            for _ in range(hand_size):
                self.draw(player)
        self.draw(0)

    def draw(self, player: int) -> None:
        if self.decks[player]:
            self.hands[player].append(self.decks[player].pop(0))

    def legal(self) -> list[tuple[int, int, int] | None]:
        pairs: list[tuple[int, int, int] | None] = []
        for i, card in enumerate(self.hands[self.turn]):
            for r in range(self.rows):
                for c in range(self.columns):
                    owner, number = self.pawns.get((r, c), (None, 0))
                    if owner == self.turn and number >= card.cost:
                        pairs.append((i, r, c))
        return [*pairs, None]

    def play(self, action: tuple[int, int, int] | None) -> None:
        if action is None:
            self.passes += 1
        else:
            self.passes = 0
            self.place(*action)
        self.turn = 1 - self.turn
        if self.passes < 2:
            self.draw(self.turn)

    def place(self, i: int, r: int, c: int) -> None:
        card = self.hands[self.turn].pop(i)
        del self.pawns[r, c]
        self.cards[r, c] = (self.turn, card)
        for gr in range(5):
            for gc in range(5):
                target = (r + gr - 2, c + (gc - 2 if self.turn == 0 else 2 - gc))
                if target in self.modifiers:
                    self.influence(target, card.grid[gr][gc])
        for where, (owner, lying) in list(self.cards.items()):
            if lying.value + self.modifiers[where] <= 0:
                del self.cards[where]
                self.pawns[where] = (owner, lying.cost)
                self.modifiers[where] = 0

    def influence(self, target: tuple[int, int], letter: str) -> None:
        self.modifiers[target] += {"U": 1, "D": -1}.get(letter, 0)
        if letter == "I" and target not in self.cards:
            owner, number = self.pawns.get(target, (self.turn, 0))
            self.pawns[target] = (self.turn, min(3, number + 1) if owner == self.turn else number)

    def row_score(self, player: int, row: int) -> int:
        cards = ((where, card) for where, (owner, card) in self.cards.items() if owner == player)
        return sum(card.value + self.modifiers[where] for where, card in cards if where[0] == row)

    def totals(self) -> list[int]:
        points = [0, 0]
        for row in range(self.rows):
            red, blue = self.row_score(0, row), self.row_score(1, row)
            if red != blue:
                points[0 if red > blue else 1] += max(red, blue)
        return points

    def long_text(self) -> str:
        lines = []
        for r in range(self.rows):
            cells = [self.cell(r, c) for c in range(self.columns)]
            lines.append(f"{self.row_score(0, r)} {' '.join(cells)} {self.row_score(1, r)}")
        return "\n".join(lines)

    def cell(self, r: int, c: int) -> str:
        modifier = self.modifiers[r, c]
        after = f"{modifier:+}" if modifier else ""
        if (r, c) in self.cards:
            owner, card = self.cards[r, c]
            return f"{'RB'[owner]}{card.value + modifier}{after}"
        owner, number = self.pawns.get((r, c), (0, 0))
        return f"{'rb'[owner]}{number}{after}" if number else f".{after}"


def to_text(action: tuple[int, int, int] | None) -> str:
    return "pass" if action is None else "{}@{},{}".format(*action)


SETTINGS: list[dict[str, int | bool | str]] = [
    {"rows": 3, "cols": 5, "hand_size": 5, "red_deck": "harbor", "blue_deck": "grove"},
    {"rows": 5, "cols": 3, "hand_size": 2, "red_deck": "grove", "blue_deck": "grove"},
    {"rows": 3, "cols": 5, "hand_size": 4, "red_deck": EXTENDED_DECK, "blue_deck": EXTENDED_DECK, "extended": True},
    {"rows": 1, "cols": 15, "hand_size": 5, "red_deck": EXTENDED_DECK, "blue_deck": "harbor", "extended": True},
]


@pytest.mark.parametrize("options", SETTINGS, ids=["3 x 5", "5 x 3", "extended", "extended 1 x 15"])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_both_models_play_the_same_matches(options: dict[str, int | bool | str], seed: int) -> None:
    model: Model | None = None
    for position, seat, action in walk(GAME, seed, **options):
        if model is None:
            cards = [read_card(position, kind) for kind in range(position.state.num_kinds)]
            order = [[cards[kind] for kind in position.state.order[s, : position.state.deck_size[s]]] for s in (0, 1)]
            rows, columns, hand_size = (int(options[name]) for name in ("rows", "cols", "hand_size"))
            model = Model(rows, columns, (order[0], order[1]), hand_size)
        view = position.seen_by().view()

        assert seat == model.turn
        assert long_view(position.seen_by().known) == model.long_text()
        assert view.totals == model.totals()
        assert view.hands == [len(hand) for hand in model.hands]
        assert view.decks == [len(deck) for deck in model.decks]
        texts = [position.action_to_text(seat, code) for code in position.legal_actions(seat)]
        assert texts == [to_text(pair) for pair in model.legal()]
        model.play(model.legal()[texts.index(position.action_to_text(seat, action))])
    assert model is not None
    assert model.passes == 2


def read_card(position: parlour.Position, kind: int) -> Card:
    card = position.seen_by().view().cards[kind]
    return Card(card.name, card.cost, card.value, tuple(card.grid))


def count(model: Model, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for action in model.legal() if model.passes < 2 else []:
        after = copy.copy(model)
        after.decks, after.hands = copy.deepcopy(model.decks), copy.deepcopy(model.hands)
        after.pawns, after.cards, after.modifiers = dict(model.pawns), dict(model.cards), dict(model.modifiers)
        after.play(action)
        nodes += count(after, depth - 1)
    return nodes


def test_the_slow_model_counts_as_perft_txt_says() -> None:
    model = Model(3, 5, (read_deck(shipped_text("harbor")), read_deck(shipped_text("grove"))), 5)
    path = resources.files("parlour.games.sanguine") / "tests" / "perft.txt"
    rows = [line.split(" | ") for line in path.read_text().splitlines() if line.startswith("start")]

    assert [count(model, int(depth)) for _, depth, _ in rows[:3]] == [int(nodes) for _, _, nodes in rows[:3]]
