"""Which names and passwords an account may have."""

import pytest

from parlour.server.errors import BadName, BadPassword
from parlour.server.naming import COMMON, SHORTEST_PASSWORD, clean_account_name, clean_name, clean_password

GOOD_NAMES = ("Ada", "Ada Lovelace", "Ann-Marie 2", "under_score", "Zoë", "Иван", "Ολγα", "山田太郎", "हिन्दी", "3rd")
INVISIBLE = (
    "Ada\u200bL",
    "Ada\u202eL",
    "\u3164\u3164\u3164",
    "a\u034fda",
    "Ada\ufe0f",
    "Ad\u00ada",
    "Ada\nBo",
    "Ada\0",
)
NOT_LETTERS = ("O'Brien", "<script>", "a@b.example", "😀abc", "Ada\u0301\u0301\u0301\u0301", "a/b", "½½½ x")
LOOK_ALIKES = (
    "Guest 1234", "guest", "GUEST-99", "Gu3st 12", "Ğuest", "ᴳuest1", "Gueﬆ 1", "Computer", "C0mputer", "cornputer (x",
    "Casual computer",
    "computer_club", "Deleted player", "DeIeted P1ayer", "deleted-player", "Opponent", "Somebody", "S0mebody",
)  # fmt: skip
ROLES = (
    "Admin", "ADMIN", "admin2", "Adm1n", "Adrnin", "4dmin", "Ädmin", "Site Admin", "The_Administrator", "Moderator",
    "M0derator", "rnoderator", "Operator", "Parlour", "Par1our Team", "parIour", "Master", "Expert", "C1ub", "Novice",
    "Casual", "Staff", "Mod", "System", "Real-Mod",
)  # fmt: skip
NOT_ROLES = ("Mastermind", "Clubber", "Admiral", "Modern", "Opera", "Parley", "Rooted", "Masters", "Expertise")
MIXED = ("Сomputer", "gueѕt1", "Аda", "Αda", "Ꭺda")  # each with one letter of another alphabet


@pytest.mark.parametrize("name", [*GOOD_NAMES, *NOT_ROLES])
def test_a_name_of_letters_digits_spaces_and_dashes_is_good(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(("typed", "kept"), [("  Ada   L ", "Ada L"), ("Ａｄａ", "Ada"), ("Ada\u00a0Bo", "Ada Bo")])
def test_a_name_is_kept_in_one_form(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("name", [*INVISIBLE, *NOT_LETTERS, *LOOK_ALIKES, *ROLES, *MIXED])
def test_a_name_that_misleads_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize("name", ["", "ab", " a ", "a" * 21, "---", "123", "_ada", "-ada"])
def test_an_invalid_name_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize("name", ["Player 1", "player-2", "PlayerI"])
def test_an_account_is_not_called_like_a_seat_on_one_device(name: str) -> None:
    assert clean_name(name) == name
    with pytest.raises(BadName):
        clean_account_name(name)


def test_the_shortest_and_the_longest_names_are_good() -> None:
    assert clean_name("abc") == "abc"
    assert clean_name("a" * 20) == "a" * 20


@pytest.mark.parametrize("password", ["only letters", "8 letters"[:8], "x9" * 100, "пароль мой", "   spaces  "])
def test_a_password_needs_no_special_signs(password: str) -> None:
    assert clean_password(password, "Ada") == password


@pytest.mark.parametrize(
    "password", ["", "seven77", "x9" * 100 + "x", "password", "PassWord", "12345678", "aaaaaaaaaa", "ada lovelace"]
)
def test_a_password_that_is_tried_first_is_refused(password: str) -> None:
    with pytest.raises(BadPassword):
        clean_password(password, "Ada Lovelace")


def test_the_same_password_from_another_keyboard_is_the_same() -> None:
    assert clean_password("cafe\u0301 au lait", "Ada") == clean_password("café au lait", "Ada")


def test_every_common_password_on_the_list_is_otherwise_acceptable() -> None:
    assert [word for word in COMMON if len(word) < SHORTEST_PASSWORD or word != word.casefold()] == []
