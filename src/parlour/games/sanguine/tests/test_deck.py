"""The deck reader of Sanguine: every fault with its line, the worked example S7, and files damaged at random."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.core.errors import BadOption
from parlour.games.sanguine.text.deck import Card, examine, read_deck, shipped_text

DECKHAND = ["Deckhand 1 1", "XXXXX", "XXIXX", "XXCIX", "XXIXX", "XXXXX"]
LAMPKEEPER = ["Lampkeeper 1 2", "XXXXX", "XXXXX", "XXCII", "XXXXX", "XXXXX"]
FUZZ_EXAMPLES = 6000


def faults(lines: list[str], extended: bool = False) -> list[tuple[int, str]]:
    """Return the faults of a file, which must all be told by the refusal."""
    found = examine("\n".join(lines), extended)[1]
    with pytest.raises(BadOption) as refusal:
        read_deck("\n".join(lines), extended, title="It")
    assert str(refusal.value).splitlines()[1:] == [f"  line {fault.line}: {fault.reason}" for fault in found]
    return [(fault.line, fault.reason) for fault in found]


def test_a_card_is_a_header_and_five_rows() -> None:
    assert read_deck("\n".join(DECKHAND + LAMPKEEPER)) == [
        Card("Deckhand", 1, 1, ("XXXXX", "XXIXX", "XXCIX", "XXIXX", "XXXXX")),
        Card("Lampkeeper", 1, 2, ("XXXXX", "XXXXX", "XXCII", "XXXXX", "XXXXX")),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join([*DECKHAND, "", *LAMPKEEPER, ""]),
        "\n\n".join(["\n".join(DECKHAND), "\n".join(LAMPKEEPER)]) + "\n\n\n",
        "\r\n".join(DECKHAND + LAMPKEEPER),
        "".join(f"{line}  \n" for line in DECKHAND + LAMPKEEPER),
        "\n \n" + "\n".join(DECKHAND + LAMPKEEPER),
        "\ufeff" + "\n".join(DECKHAND + LAMPKEEPER),
    ],
    ids=["blank lines after cards", "several", "CRLF", "trailing spaces", "blank lines before", "byte order mark"],
)
def test_s7_blank_lines_between_cards_trailing_spaces_and_crlf_are_accepted(text: str) -> None:
    assert read_deck(text) == read_deck("\n".join(DECKHAND + LAMPKEEPER))


def test_duplicates_are_written_out_twice_and_the_order_is_kept() -> None:
    assert [card.name for card in read_deck("\n".join(DECKHAND + LAMPKEEPER + DECKHAND))] == [
        "Deckhand",
        "Lampkeeper",
        "Deckhand",
    ]


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Deck hand 1 1", "a card begins with NAME COST VALUE, three fields with one space between; this line has 4"),
        ("Deckhand 1", "a card begins with NAME COST VALUE, three fields with one space between; this line has 2"),
        ("Deckhand  1 1", "a card begins with NAME COST VALUE, three fields with one space between; this line has 4"),
        (" Deckhand 1 1", "a card begins with NAME COST VALUE, three fields with one space between; this line has 4"),
        ("Deckhand 0 1", "the cost must be from 1 to 3, not 0"),
        ("Deckhand 4 1", "the cost must be from 1 to 3, not 4"),
        ("Deckhand -1 1", "the cost must be from 1 to 3, not -1"),
        ("Deckhand 1 0", "the value must be from 1 to 1,000,000, not 0"),
        ("Deckhand 1 -3", "the value must be from 1 to 1,000,000, not -3"),
        ("Deckhand 1 1000001", "the value must be from 1 to 1,000,000, not 1000001"),
        ("Deckhand 1 1" + "0" * 5000, f"the value must be from 1 to 1,000,000, not 1{'0' * 39}…"),
        ("Deckhand \x1b[31m 1", "the cost \ufffd[31m is not a whole number"),
        ("Deckhand one 1", "the cost one is not a whole number"),
        ("Deckhand 1 1.5", "the value 1.5 is not a whole number"),
        ("Deckhand 1 ١", "the value ١ is not a whole number"),
        ("Abcdefghijklmnopqrstuvwxyz 1 1", "the name Abcdefghijklmnopqrstuvwxyz is too long; it may have 24 bytes"),
        ("Deck\x1bhand 1 1", "the name has a character that cannot be shown"),
        ("Deck\ufffdhand 1 1", "the name has a character that cannot be shown"),
    ],
)
def test_s7_a_bad_header_is_told_with_its_line(header: str, reason: str) -> None:
    assert faults([*LAMPKEEPER, header, *DECKHAND[1:]]) == [(7, reason)]


@pytest.mark.parametrize(
    ("number", "row", "expected"),
    [
        (2, "XXXX", [(2, "a grid row has five letters; XXXX has 4")]),
        (2, "XXXXXX", [(2, "a grid row has five letters; XXXXXX has 6")]),
        (3, "xxixx", [(3, "a grid row holds only X, I, C, not i, x")]),
        (3, "XXUXX", [(3, "a grid row holds only X, I, C, not U (U and D belong to the extended game)")]),
        (3, "XX XX", [(3, "a grid row holds only X, I, C, not a space")]),
        (4, "XXXIX", [(1, "the grid of Deckhand has no C in its middle")]),
        (5, "XXCXX", [(5, "the grid of Deckhand has C 2 times, not once")]),
        (4, "XCXXX", [(4, "C is letter 2 of row 3; it belongs in the middle, letter 3 of row 3")]),
        (3, "", [(3, "a blank line inside the card Deckhand"), (1, "the grid of Deckhand has 4 rows, not five")]),
    ],
)
def test_s7_a_bad_row_is_told_with_its_line(number: int, row: str, expected: list[tuple[int, str]]) -> None:
    lines = list(DECKHAND)
    lines[number - 1] = row
    found = [fault for fault in faults(lines + LAMPKEEPER) if "multiple of six" not in fault[1]]

    assert sorted(found) == sorted(expected)


def test_a_number_may_have_a_sign_and_zeros_before_it() -> None:
    card = read_deck("\n".join([f"Deckhand +1 {'0' * 5000}7", *DECKHAND[1:]]))[0]

    assert (card.cost, card.value) == (1, 7)


def test_s7_a_centre_in_row_1_is_told() -> None:
    lines = ["Deckhand 1 1", "XXCXX", "XXIXX", "XXXIX", "XXIXX", "XXXXX"]

    assert faults(lines) == [(2, "C is letter 3 of row 1; it belongs in the middle, letter 3 of row 3")]


def test_s7_a_card_with_four_rows_is_told_and_the_next_card_is_still_read() -> None:
    assert faults(DECKHAND[:5] + LAMPKEEPER) == [
        (1, "the grid of Deckhand has 4 rows, not five"),
        (11, "the file ends after 11 lines, which is not a multiple of six, the lines of a card"),
    ]


def test_a_row_too_many_is_told() -> None:
    assert faults([*DECKHAND, "XXXXX", *LAMPKEEPER]) == [
        (7, "a grid row too many: the next card should begin here, with NAME COST VALUE"),
        (13, "the file ends after 13 lines, which is not a multiple of six, the lines of a card"),
    ]


def test_a_file_that_breaks_off_is_told() -> None:
    assert faults([*DECKHAND, LAMPKEEPER[0]]) == [
        (7, "the grid of Lampkeeper has 0 rows, not five"),
        (7, "the file ends after 7 lines, which is not a multiple of six, the lines of a card"),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "  \r\n"])
def test_an_empty_file_is_told(text: str) -> None:
    with pytest.raises(BadOption, match="line 1: there is no card in the file"):
        read_deck(text)


def test_more_than_two_equal_cards_are_told() -> None:
    assert faults(DECKHAND * 3 + LAMPKEEPER) == [
        (13, "Deckhand appears 3 times (lines 1, 7, 13); a deck has at most two equal cards")
    ]
    assert read_deck("\n".join([*DECKHAND * 2, "Deckhand 1 2", *DECKHAND[1:]]))[2].value == 2


def test_every_fault_of_a_file_is_told_in_the_order_of_its_lines() -> None:
    lines = ["Deckhand 9 x", "XXXXX", "XXZXX", "XXCIX", "XXIX", "XXXXX", *LAMPKEEPER * 3, "Lone"]

    assert [line for line, _ in faults(lines)] == [1, 1, 3, 5, 19, 25, 25, 25]


def test_upgrades_and_devaluations_are_read_in_the_extended_game() -> None:
    lines = ["Mix 2 3", "XXUXX", "XIDIX", "XXCXX", "XXXXX", "XXXXX"]

    assert read_deck("\n".join(lines), extended=True)[0].grid[:2] == ("XXUXX", "XIDIX")
    assert [line for line, _ in faults(lines)] == [2, 3]


@pytest.mark.parametrize(("name", "top"), [("harbor", "Deckhand"), ("grove", "Sproutling")])
def test_the_decks_that_come_with_the_game_are_in_order(name: str, top: str) -> None:
    deck = read_deck(shipped_text(name))

    assert (len(deck), len(set(deck)), deck[0].name) == (16, 9, top)
    assert sorted(Counter(deck).values()) == [1, 1, 2, 2, 2, 2, 2, 2, 2]


def test_estuary_has_every_harbor_and_grove_card_twice_and_fits_five_rows_of_seven() -> None:
    cards = {*read_deck(shipped_text("harbor")), *read_deck(shipped_text("grove"))}

    assert Counter(read_deck(shipped_text("estuary"))) == dict.fromkeys(cards, 2)
    position = parlour.new("sanguine", 1, rows=5, cols=7, red_deck="estuary", blue_deck="estuary")
    assert position.seen_by().view().decks == [30, 31]


def test_forge_upgrades_and_devalues_and_needs_the_extended_game() -> None:
    deck = read_deck(shipped_text("forge"), extended=True)

    assert (len(deck), len(set(deck))) == (16, 9)
    assert {letter for card in deck for row in card.grid for letter in row} == set("XICUD")
    assert parlour.new("sanguine", 1, red_deck="forge", extended=True).to_act() == (0,)
    with pytest.raises(BadOption, match=r"Red's deck, forge, is for the extended game: switch that on, or choose"):
        parlour.new("sanguine", 1, red_deck="forge")


# A second, blunter judge of deck files: whole file, one pattern per card.
CARD = re.compile(
    r"(?P<name>[^ \n]+) \+?0*(?P<cost>[1-3]) \+?0*(?P<value>[1-9][0-9]{0,5}|1000000)\n"
    r"(?P<grid>[XI]{5}\n[XI]{5}\n[XI]{2}C[XI]{2}\n[XI]{5}\n[XI]{5}\n)\n*"
)


def is_in_order(text: str) -> bool:
    lines = [line.rstrip(" \t\r") for line in text.removeprefix("\ufeff").split("\n")]
    rest = "\n".join(lines).lstrip("\n").rstrip("\n") + "\n"
    cards: Counter[tuple[str, int, int, str]] = Counter()
    while match := CARD.match(rest):
        name = match["name"]
        if not name.isprintable() or "\ufffd" in name or len(name.encode()) > 24:
            return False
        cards[name, int(match["cost"]), int(match["value"]), match["grid"]] += 1
        rest = rest[match.end() :]
    return not rest and bool(cards) and max(cards.values()) <= 2 and cards.total() <= 100


GOOD_LINES = (shipped_text("harbor") + shipped_text("grove")).splitlines()
lines = st.sampled_from(
    [*GOOD_LINES, *GOOD_LINES, "", " ", "XXXXX", "XXCXX", "Deckhand 1", "Elk 3 12", "Ox 4 0", "xxcxx"]
)
texts = st.text("XICUDxa 019-+\n\r\t\u00e9\ufeff\x00", max_size=12)
whole_cards = st.integers(0, 31).map(lambda number: GOOD_LINES[6 * number : 6 * number + 6])


@st.composite
def damaged_files(draw: st.DrawFn) -> str:
    """Draw some whole cards and damage them in up to three places."""
    file = [line for card in draw(st.lists(whole_cards, max_size=4)) for line in card]
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(file)))
        match draw(st.sampled_from(["insert", "remove", "text", "cut", "shift"])):
            case "insert":
                file.insert(at, draw(lines))
            case "text":
                file.insert(at, draw(texts))
            case "remove":
                del file[at : at + 1]
            case "cut" if at < len(file):
                file[at] = file[at][: draw(st.integers(0, 6))] + draw(texts)
            case "shift" if at < len(file):
                file[at] = file[at] + draw(st.sampled_from(["", " ", "\r", "X", " 1"]))
    return draw(st.sampled_from(["\n", "\n", "\r\n", "\n\n"])).join(file)


@given(text=damaged_files())
@settings(max_examples=FUZZ_EXAMPLES, deadline=None)
def test_any_file_is_read_rightly_or_refused_with_its_faults(text: str) -> None:
    deck, found = examine(text)
    numbers = [fault.line for fault in found]

    assert is_in_order(text) == (not found)
    assert numbers == sorted(numbers)
    assert all(fault.reason.isprintable() for fault in found)
    assert set(numbers) <= set(range(1, text.count("\n") + 2))
    if found:
        with pytest.raises(BadOption):
            read_deck(text)
    else:
        written = "\n".join(f"{card.name} {card.cost} {card.value}\n" + "\n".join(card.grid) for card in deck)
        assert read_deck(text) == read_deck(written) == deck
