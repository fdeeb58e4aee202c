"""Which games are ready to be played: compiled in child processes, loaded here in steps, the wanted ones first."""

import asyncio
import contextlib
import gc
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator, Sequence

from parlour.core import registry
from parlour.players.warm import warm_steps
from parlour.server.errors import GettingReady
from parlour.server.logs import log

COMPILERS = 2  # child processes at a time
COMPILE = (sys.executable, "-m", "parlour.players.warm")


class GameLoader:
    """Gets the games of a server ready while it serves."""

    def __init__(self, game_ids: Sequence[str] = ()) -> None:
        self._waiting = list(game_ids)
        self._ready = {game_id: asyncio.Event() for game_id in game_ids}
        self.is_done = not game_ids  # every game is ready, or failed

    def is_ready(self, game_id: str) -> bool:
        """Return whether a game can be played without waiting; one that is not to be loaded here always can."""
        return game_id not in self._ready or self._ready[game_id].is_set()

    def ready_games(self) -> list[str]:
        """List the games that are ready."""
        return [game_id for game_id in registry.game_ids() if self.is_ready(game_id)]

    def want(self, game_id: str) -> None:
        """Move a game to the front."""
        if game_id in self._waiting:
            self._waiting.remove(game_id)
            self._waiting.insert(0, game_id)

    def check_ready(self, game_id: str) -> None:
        """Refuse to use a game that is not ready, and move it to the front.

        Raises:
            GettingReady: with a sentence for the player.
        """
        if not self.is_ready(game_id):
            self.want(game_id)
            raise GettingReady("This game is getting ready. Try again in a moment.", game_id)

    async def wait(self, game_id: str) -> None:
        """Return when a game is ready."""
        if game_id in self._ready:
            await self._ready[game_id].wait()

    async def run(self) -> None:
        """Get all games ready."""
        if self._waiting:
            await asyncio.gather(*(self._work() for _ in range(min(COMPILERS, len(self._waiting)))))
            # What was loaded stays: searching it for garbage would delay every request, again and again.
            gc.collect()
            gc.freeze()
        self.is_done = True

    async def _work(self) -> None:
        while self._waiting:
            async with _compiler() as compiler:
                while self._waiting and compiler.returncode is None:
                    await self._get_ready(self._waiting.pop(0), compiler)

    async def _get_ready(self, game_id: str, compiler: Process) -> None:
        if not await _compile(game_id, compiler):
            log.warning("game_not_compiled", game=game_id)  # the steps below compile it, or say what is wrong
        try:
            steps = warm_steps(await asyncio.to_thread(registry.load, game_id))
            while await asyncio.to_thread(_step, steps):
                pass
        except Exception as error:
            log.error("game_not_ready", game=game_id, exc_info=error)
        else:
            self._ready[game_id].set()
            log.info("game_ready", game=game_id)


def smallest_first(game_ids: Sequence[str]) -> list[str]:
    """Order games by how much they have to compile, as far as the number of their actions tells."""
    return sorted(game_ids, key=lambda game_id: registry.load(game_id).facts.num_actions)


def _step(steps: Iterator[None]) -> bool:
    """Do one step; returns whether there may be more."""
    return next(steps, steps) is None


@contextlib.asynccontextmanager
async def _compiler() -> AsyncIterator[Process]:
    """Start a process that compiles the games whose ids it is sent, and answers each when it is done."""
    # In a session of its own Ctrl-C does not reach it: it is this process that ends it.
    process = await asyncio.create_subprocess_exec(*COMPILE, stdin=PIPE, stdout=PIPE, start_new_session=True)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _compile(game_id: str, compiler: Process) -> bool:
    """Compile a game into the cache, in the child process; returns whether that worked."""
    assert compiler.stdin is not None
    assert compiler.stdout is not None
    compiler.stdin.write(f"{game_id}\n".encode())
    with contextlib.suppress(ConnectionError):
        await compiler.stdin.drain()
    if answer := await compiler.stdout.readline():
        return answer.decode().strip() == game_id
    await compiler.wait()  # it died, and the next game needs another one
    return False
