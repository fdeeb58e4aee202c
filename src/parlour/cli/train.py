"""`parlour lab train`: training by self-play."""

from pathlib import Path

import click

from parlour.core import registry
from parlour.core.batch.batch import DEVICES
from parlour.core.errors import BadOption
from parlour.lab.extras import needs_extra
from parlour.lab.train.folder import TrainingFolder, TrainingPlan
from parlour.lab.train.recipe import LONGEST_PIECE, recipe_of
from parlour.storage.lab_runs import LabRun


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--recipe", "name", metavar="NAME", help="Of the game's recipe.toml; by default the one of the device.")
@click.option("--device", default=DEVICES[0], show_default=True, type=click.Choice(DEVICES), help="Where to train.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), metavar="M",
              help=f"Stop with a checkpoint after this time; by default after that of the recipe, "
                   f"at most {LONGEST_PIECE:g} minutes.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on with a training that was begun.")
@click.option(
    "--iterations", type=click.IntRange(1), metavar="N", help="Instead of those of the recipe; for a new run."
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**52), help="Random seed.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path),
              help="Folder for everything that is written; by default one in parlour-data/lab.")  # fmt: skip
def train(
    game_id: str, name: str | None, device: str, minutes: float | None, resume: bool, iterations: int | None,
    seed: int, out: Path | None,
) -> None:  # fmt: skip
    """Train a network for GAME by self-play, as a recipe says; see docs/training.md.

    Stopped by time, by Ctrl-C or by a crash, it goes on from its last checkpoint with --resume.
    """
    game = registry.load(game_id)
    folder = TrainingFolder(out or Path("parlour-data") / "lab" / f"{game.id}-{name or device}", game)
    if resume and iterations is not None:
        raise BadOption("A training goes on as it was planned: --iterations is for a new one.")
    recipe = folder.plan().recipe if resume else recipe_of(game, name or device, iterations)
    with needs_extra("train"):
        from parlour.lab.train.training import check_device  # noqa: PLC0415  # an extra, and slow to import
        from parlour.lab.train.training import train as go_on  # noqa: PLC0415
    check_device(device)
    if not resume:
        folder.begin(TrainingPlan(game.id, game.facts.rules_version, recipe, seed))
    click.echo(f"Training in {folder.path}")
    last = go_on(game, folder, device, minutes, _tell)
    if last.iteration < recipe.iterations:
        click.echo(f"Stopped after {last.iteration} of {recipe.iterations} iterations. Go on with --resume.")
    click.echo(f"The best network is that of iteration {last.best}: {folder.path / 'best.npz'}")


def _tell(state: LabRun, sentence: str) -> None:
    click.echo(f"{state.done} of {state.total} iterations. {sentence}".strip())
