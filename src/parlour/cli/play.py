"""`parlour play`: a match in the terminal."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.console import Console

from parlour.cli import screen
from parlour.cli.files import read_bytes
from parlour.cli.settings import options_option, position_option, read_options, seed_option
from parlour.core import registry
from parlour.core.contract import SPECTATOR, Choice
from parlour.core.errors import BadNotation, ParlourError
from parlour.core.game import Game
from parlour.core.generator import new_seed
from parlour.core.level import LEVEL_NAMES
from parlour.core.phrasing import NUMBERED_SEATS, fill_seats
from parlour.core.position import Position
from parlour.core.reading import number_in, printable, shown
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match import file
from parlour.match.decide import handle
from parlour.match.ending import ending
from parlour.match.match import Match, new_match
from parlour.pieces.terminal import PlayRequest
from parlour.players.advice import analyse, hint
from parlour.players.player import Player, make_player

HUMAN = "human"
THINKING_S = 10.0  # the longest that a program thinks
HELP = """\
Type a move as it is listed, or # and its number. Besides:
  list         all actions you can choose
  why ACTION   why an action is not possible
  hint         what Master would play, and why
  analyse      what Master thinks of each action
  undo         take your last turn back
  draw         offer a draw, or accept the one you were offered
  resign       resign the match
  save FILE    write the match to a file; parlour play --load FILE goes on
  quit         stop here"""


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


@click.command()
@click.argument("game_id", metavar="GAME", required=False)
@click.option(
    "--seat0",
    default=HUMAN,
    metavar="PLAYER",
    help=f"Who plays first: human, {', '.join(LEVEL_NAMES)}, or a strategy of the game.",
)
@click.option("--seat1", default=HUMAN, metavar="PLAYER", help="Who plays second.")
@click.option("--load", "saved", type=click.Path(dir_okay=False, path_type=Path), help="Continue a saved match.")
@seed_option
@options_option
@position_option
def play(
    game_id: str | None, seat0: str, seat1: str, saved: Path | None, seed: int | None, options: tuple[str, ...],
    position: str | None,
) -> None:  # fmt: skip
    """Play GAME, two people at one keyboard or against a program."""
    if saved is not None:
        match = file.read(read_bytes(saved))
    else:
        game = registry.load(game_id or _ask_game())
        settings = read_options(options)
        match = new_match(game, seed=seed, options=settings, position=position, names=NUMBERED_SEATS, at_ms=_now_ms())
    run_match(match, (seat0, seat1), seed)


def play_request(game: Game, request: PlayRequest) -> None:
    """Play the match that a game's own command asks for."""
    match = new_match(game, seed=request.seed, options=request.options, names=NUMBERED_SEATS, at_ms=_now_ms())
    run_match(match, request.players, request.seed)


def run_match(match: Match, names: tuple[str, str], seed: int | None) -> None:
    """Let two players, by their names, play a match at the terminal."""
    first_seed = new_seed() if seed is None else seed
    players = [
        None if name == HUMAN else make_player(name, match.game, first_seed + seat) for seat, name in enumerate(names)
    ]
    TerminalMatch(match, players, screen.console(), _now_ms).run()


def _ask_game() -> str:
    ids, console = registry.game_ids(), screen.console()
    for number, game_id in enumerate(ids, 1):
        console.print(f"  {number}  {registry.load(game_id).name}")
    try:
        answer = console.input("Which game? ").strip()
    except EOFError:
        raise click.UsageError("No game was chosen.") from None
    chosen = number_in(answer, 1, len(ids))
    return answer if chosen is None else ids[chosen - 1]


class TerminalMatch:
    """A match between people and programs at one terminal."""

    def __init__(self, match: Match, players: list[Player | None], console: Console, now_ms: Callable[[], int]) -> None:
        self.match = match
        self.players = players
        self.console = console
        self.now_ms = now_ms
        people = [seat for seat, player in enumerate(players) if player is None]
        self._needs_curtain = match.game.facts.hidden and len(people) > 1
        self._viewer = people[0] if len(people) == 1 else SPECTATOR  # who reads what happens as it happens
        self._at_screen: int | None = None  # the seat that saw its secrets last
        self._untold: dict[int, list[tuple[Position, int, int]]] = {0: [], 1: []}  # what happened behind the curtain
        self._words: dict[str, Callable[[int, str], bool]] = {
            "help": self._help,
            "list": self._list,
            "why": self._why,
            "hint": self._hint,
            "analyse": self._analyse,
            "undo": self._undo,
            "draw": self._draw,
            "resign": self._resign,
            "save": self._save,
        }

    def run(self) -> None:
        """Play to the end, or until a player stops."""
        while not self.match.is_over:
            seat = self.match.position.to_act()[0]
            player = self.players[seat]
            if player is not None:
                self._let_choose(player, seat)
            elif not self._ask(seat):
                self.console.print("Stopped.")
                return
        self.console.print(screen.board(self.match.position))
        self.console.print(printable(ending(self.match)), style="bold")
        if self.match.judge is not None:
            return  # a mission earns stars, and no experience
        points = next(event.experience for event in self.match.events if isinstance(event, ev.Ended))
        gains = ", ".join(f"{name} +{gain}" for name, gain in zip(self.match.started.names, points, strict=True))
        self.console.print(printable(f"Experience: {gains}."))

    def _let_choose(self, player: Player, seat: int) -> None:
        position = self.match.position
        action = screen.let_think(lambda stop: player.choose(position.seen_by(seat).known, seat, stop), THINKING_S)
        self._play(seat, position.action_to_text(seat, action))

    def _play(self, seat: int, text: str) -> None:
        position = self.match.position
        for event in handle(self.match, co.Play(seat=seat, action=text), self.now_ms()):
            if isinstance(event, ev.Acted):
                (action,) = self.match.game.notation.text_to_actions(position.state, seat, event.action)
                self._tell(position, seat, action)
                position = position.play(seat, action)

    def _tell(self, position: Position, seat: int, action: int) -> None:
        if not self._needs_curtain:
            screen.narrate(self.console, position, seat, action, self._viewer)
        for untold in self._untold.values() if self._needs_curtain else ():
            untold.append((position, seat, action))

    def _lift_curtain(self, seat: int, side: str) -> None:
        """Wait until the player of a seat is alone at the screen, and narrate what happened meanwhile."""
        if self._at_screen != seat:
            self.console.clear()
            self.console.input(f"Pass the keyboard to {side}, then press Enter. ")
            self._at_screen = seat
        for position, actor, action in self._untold[seat]:
            screen.narrate(self.console, position, actor, action, seat)
        self._untold[seat].clear()

    def _ask(self, seat: int) -> bool:
        """Let a player do one thing; returns whether the match goes on."""
        position = self.match.position
        side = position.seen_by(seat).side_names()[seat]
        if self._needs_curtain:
            try:
                self._lift_curtain(seat, side)
            except EOFError:
                return False
        self.console.print(screen.board(position, seat))
        self._show_goals()
        self.console.print(self._named(position.seen_by(seat).prompt()), style="bold")
        self.console.print(self._listed(position.seen_by(seat).choices()))
        while True:
            try:
                line = self.console.input(f"{side}> ").strip()
            except EOFError:
                return False
            except UnicodeDecodeError:
                self.console.print("This terminal reads UTF-8, and that was something else.", style="red")
                continue
            if line in ("quit", "exit"):
                return False
            try:
                if self._do(seat, line):
                    return True
            except (ParlourError, OSError) as error:
                self.console.print(self._named(screen.refusal(error)), style="red")

    def _show_goals(self) -> None:
        """Show how far the mission is, where there is one."""
        if self.match.judge is not None:
            lines = [line.words for line in self.match.judge.progress(self.match.position)]
            self.console.print(printable(" · ".join(lines)), style="bold")

    def _named(self, sentence: str) -> str:
        """Return a sentence in which the seats are called by their sides."""
        return fill_seats(sentence, self.match.position.seen_by().side_names())

    def _listed(self, choices: Sequence[Choice], limit: int | None = screen.LISTED) -> str:
        return self._named(screen.choices_text(choices, limit))

    def _do(self, seat: int, line: str) -> bool:
        """Do what a line says; returns whether the match changed."""
        word, _, rest = line.partition(" ")
        if word in self._words:
            return self._words[word](seat, rest.strip())
        if not line:
            return self._help(seat, "")
        self._play(seat, self._chosen(seat, line))
        return True

    def _chosen(self, seat: int, line: str) -> str:
        """Return the notation of what was typed; `#3` is the third choice, and so is `3` where it is not notation."""
        digits = line.removeprefix("#")
        choices = self.match.position.seen_by(seat).choices()
        if not digits.isdecimal() or (digits == line and self._is_notation(seat, line)):
            return line
        number = number_in(digits, 1, len(choices))
        if number is None:
            raise BadNotation(f"There is no choice {shown(digits)}; the choices are numbered 1 to {len(choices)}.")
        return choices[number - 1].action

    def _is_notation(self, seat: int, line: str) -> bool:
        try:
            self.match.position.seen_by(seat).text_to_actions(line)
        except BadNotation:
            return False
        except ParlourError:
            pass  # read, though it cannot be played
        return True

    def _help(self, seat: int, rest: str) -> bool:
        self.console.print(HELP)
        return False

    def _list(self, seat: int, rest: str) -> bool:
        choices: list[Choice] = self.match.position.seen_by(seat).choices()
        self.console.print(self._listed(choices, limit=None))
        return False

    def _why(self, seat: int, text: str) -> bool:
        position = self.match.position
        try:
            position.play(seat, self._chosen(seat, text))
        except ParlourError as refusal:
            self.console.print(self._named(screen.refusal(refusal)))
        else:
            self.console.print(f"{shown(text)} is possible.")
        return False

    def _hint(self, seat: int, rest: str) -> bool:
        position = self.match.position
        state, game = position.seen_by(seat).known, position.game
        found = screen.let_think(lambda stop: hint(game, state, seat, stop), THINKING_S)
        text, label = (
            game.notation.action_to_text(state, seat, found.action),
            game.view.label(state, seat, found.action),
        )
        advice = self._named(f"{text} ({label}), at {found.value:.0%}. {found.message}")
        self.console.print(advice)
        return False

    def _analyse(self, seat: int, rest: str) -> bool:
        position = self.match.position
        state = position.seen_by(seat).known
        thought = screen.let_think(lambda stop: analyse(position.game, state, seat, stop), THINKING_S)
        self.console.print(screen.thought_table(position, seat, thought))
        return False

    def _undo(self, seat: int, rest: str) -> bool:
        """Take back the last turn that a person made."""
        humans = [turn.seat for turn in self.match.turns if self.players[turn.seat] is None]
        asker = humans[-1] if humans else seat
        handle(self.match, co.AskUndo(seat=asker), self.now_ms())
        handle(self.match, co.AnswerUndo(seat=1 - asker, accept=True), self.now_ms())
        for untold in self._untold.values():
            untold.clear()
        self.console.print("Taken back.")
        return True

    def _draw(self, seat: int, rest: str) -> bool:
        if self.match.draw_offered == 1 - seat:
            handle(self.match, co.AnswerDraw(seat=seat, accept=True), self.now_ms())
            return True
        handle(self.match, co.OfferDraw(seat=seat), self.now_ms())
        if self.players[1 - seat] is not None:
            handle(self.match, co.AnswerDraw(seat=1 - seat, accept=False), self.now_ms())
            self.console.print("The draw was declined.")
        else:
            self.console.print("A draw is offered. Play on; the other side can type draw to accept.")
        return False

    def _resign(self, seat: int, rest: str) -> bool:
        handle(self.match, co.Resign(seat=seat), self.now_ms())
        return True

    def _save(self, seat: int, name: str) -> bool:
        if not name:
            raise BadNotation("Say where to save the match, like: save my-match.jsonl")
        try:
            Path(name).write_bytes(file.write(self.match))
        except ValueError:
            raise BadNotation(f"{shown(name)} is not the name of a file.") from None
        self.console.print(f"Saved to {printable(name)}.")
        return False
