"""`parlour puzzle`: a puzzle, asked and answered in the terminal."""

import random
import time

import click
from rich.console import Console

from parlour.cli import screen
from parlour.core import registry
from parlour.core.errors import BadNotation, ParlourError
from parlour.core.game import Game
from parlour.core.phrasing import fill_seats
from parlour.core.position import Position
from parlour.core.reading import number_in, shown
from parlour.puzzles.book import Puzzle, check_has_puzzles, find_puzzle, games_with_puzzles, puzzles_of
from parlour.puzzles.daily import daily_puzzle, day_of
from parlour.puzzles.errors import UnknownPuzzle
from parlour.puzzles.judge import Answer, judge, reason, solution_of

HELP = """\
Type a move as it is listed, or # and its number. Besides:
  list         all actions you can choose
  back         begin the turn again
  solution     show the solution
  quit         stop here"""


@click.command()
@click.argument("game_id", metavar="[GAME]", required=False)
@click.option("--random", "is_random", is_flag=True, help="Any puzzle instead of the one of the day.")
@click.option("--id", "puzzle_id", metavar="PUZZLE", help="The puzzle of this id.")
def puzzle(game_id: str | None, is_random: bool, puzzle_id: str | None) -> None:
    """Solve a puzzle of GAME: the one of the day. Without GAME, each day brings another game."""
    game, found = find_puzzle(puzzle_id) if puzzle_id else _choose(game_id, is_random=is_random)
    TerminalPuzzle(game, found, screen.console()).run()


def _choose(game_id: str | None, *, is_random: bool) -> tuple[Game, Puzzle]:
    games = games_with_puzzles() if game_id is None else [registry.load(game_id)]
    if not games:
        raise UnknownPuzzle("No installed game has puzzles.")
    today = day_of(time.time_ns() // 1_000_000)
    game = random.choice(games) if is_random else games[today % len(games)]
    check_has_puzzles(game)
    return game, random.choice(list(puzzles_of(game).values())) if is_random else daily_puzzle(game, today)


class TerminalPuzzle:
    """A puzzle at a terminal."""

    def __init__(self, game: Game, puzzle: Puzzle, console: Console) -> None:
        self.game = game
        self.puzzle = puzzle
        self.console = console
        self._actions: list[str] = []  # of the turn, as far as it was played

    def run(self) -> None:
        """Ask until the puzzle is solved, or the player stops."""
        self.console.print(f"{self.game.name}, puzzle {self.puzzle.id}, difficulty {self.puzzle.rating}", style="bold")
        self._show(self._answer)
        while True:
            try:
                line = self.console.input(f"{self._side}> ").strip()
            except EOFError:
                return
            except UnicodeDecodeError:
                self.console.print("This terminal reads UTF-8, and that was something else.", style="red")
                continue
            try:
                if self._do(line):
                    return
            except ParlourError as refusal:
                self.console.print(self._named(screen.refusal(refusal)), style="red")

    @property
    def _answer(self) -> Answer:
        return judge(self.game, self.puzzle, self._actions)

    @property
    def _position(self) -> Position:
        return self._answer.position

    @property
    def _side(self) -> str:
        return self._position.seen_by().side_names()[self.puzzle.seat]

    def _show(self, answer: Answer) -> None:
        """Show the position as both seats know it, and ask."""
        position, seat = answer.position, self.puzzle.seat
        self.console.print(screen.board(position, seat))
        if position.game.facts.hidden:
            self.console.print("The other side sees:")
            self.console.print(screen.board(position, 1 - seat))
        self.console.print(f"You are {self._side}. {self.puzzle.goal}", style="bold")
        self.console.print(self._named(screen.choices_text(position.seen_by(seat).choices())))

    def _do(self, line: str) -> bool:
        """Do what a line says; returns whether the puzzle is over."""
        if line in ("quit", "exit"):
            return True
        if line in ("", "help"):
            self.console.print(HELP)
        elif line == "list":
            choices = self._position.seen_by(self.puzzle.seat).choices()
            self.console.print(self._named(screen.choices_text(choices, limit=None)))
        elif line == "back":
            self._actions = []
            self._show(self._answer)
        elif line == "solution":
            self._narrate(solution_of(self.game, self.puzzle))
            self.console.print(f"The solution: {', '.join(self.puzzle.solution)}. {reason(self.game, self.puzzle)}")
            return True
        else:
            return self._try(self._chosen(line))
        return False

    def _try(self, text: str) -> bool:
        """Play an action; returns whether it solves the puzzle."""
        answer = judge(self.game, self.puzzle, [*self._actions, text])
        self._narrate(answer, len(self._answer.steps))
        if answer.is_right is None:
            self._actions.append(text)
            self._show(answer)
        elif answer.is_right:
            self.console.print(f"Right! {reason(self.game, self.puzzle)}", style="green")
        else:
            self._actions = []
            self.console.print(f"That is not it. {self.puzzle.consequence} Try again.", style="red")
        return bool(answer.is_right)

    def _narrate(self, answer: Answer, begin: int = 0) -> None:
        for step in answer.steps[begin:]:
            screen.narrate(self.console, step.before, self.puzzle.seat, step.action, self.puzzle.seat)

    def _chosen(self, line: str) -> str:
        """Return the notation of what was typed; `#3` is the third choice."""
        if not line.startswith("#"):
            return line
        choices = self._position.seen_by(self.puzzle.seat).choices()
        number = number_in(line.removeprefix("#"), 1, len(choices))
        if number is None:
            raise BadNotation(f"There is no choice {shown(line)}; the choices are numbered 1 to {len(choices)}.")
        return choices[number - 1].action

    def _named(self, sentence: str) -> str:
        return fill_seats(sentence, self._position.seen_by().side_names())
