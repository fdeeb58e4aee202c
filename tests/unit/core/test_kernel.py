"""`@kernel`: compiled code is found again by other processes, and old code never runs."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.core import kernel as kernel_module
from parlour.core.kernel import UNUSED_S, cache_root, kernel
from parlour.core.kernel_identity import kernel_identity

CALLEE = "from parlour.core.kernel import kernel\n@kernel\ndef callee(x: int) -> int:\n    return x + {step}\n"
CALLER = """\
from parlour.core.kernel import kernel
from thing.callee import callee
from thing.table import TABLE

def make(inner, extra):
    @kernel
    def caller(x):
        return inner(x) + extra + TABLE
    return caller

small, large = make(callee, 1), make(callee, 1000)
"""
TABLE = "from importlib import resources\nTABLE = int(resources.files('thing').joinpath('table.txt').read_text())\n"
ASK = "from thing.caller import large, small; print(small(1), large(1), len(small.stats.cache_hits), end='')"


class Package:
    """A package of kernels on disk, run by fresh processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "thing"
        self.cache = folder / "cache"
        self.folder.mkdir()
        for name, text in {"__init__": "", "caller": CALLER, "table": TABLE}.items():
            (self.folder / f"{name}.py").write_text(text)
        self.write_callee(10)
        self.write_table(0)

    def write_callee(self, step: int) -> None:
        (self.folder / "callee.py").write_text(CALLEE.format(step=step))

    def write_table(self, number: int) -> None:
        (self.folder / "table.txt").write_text(str(number))

    def ask(self, code: str = ASK) -> list[int]:
        path = os.pathsep.join([str(self.folder.parent), *sys.path])
        environment = os.environ | {"PYTHONPATH": path, "PARLOUR_CACHE": str(self.cache)}
        # -B: bytecode of a source of the same size, written within the same second, would stand in for the new one.
        command = [sys.executable, "-B", "-c", code]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return [int(number) for number in run.stdout.split()]


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path)


@pytest.mark.slow
def test_a_second_process_finds_compiled_code_even_of_closures(package: Package) -> None:
    first, second = package.ask(), package.ask()

    assert first == [12, 1011, 0]
    assert second == [12, 1011, 1]


@pytest.mark.slow
def test_editing_a_kernel_in_another_file_never_runs_old_code(package: Package) -> None:
    package.ask()
    package.write_callee(20)

    assert package.ask()[:2] == [22, 1021]


@pytest.mark.slow
def test_editing_data_that_a_kernel_was_compiled_with_never_runs_old_code(package: Package) -> None:
    package.ask()
    package.write_table(5)

    assert package.ask()[:2] == [17, 1016]


@pytest.mark.slow
def test_closures_compiled_by_different_processes_do_not_stand_in_for_each_other(package: Package) -> None:
    """Numba numbers its symbols per process, so both closures get the same number here."""
    package.ask("from thing.caller import small; small(1)")
    package.ask("from thing.caller import large; large(1)")

    assert package.ask() == [12, 1011, 1]


@pytest.mark.slow
def test_a_broken_cache_file_is_an_error_in_no_process(package: Package) -> None:
    package.ask()
    for path in package.cache.rglob("*.bin"):
        path.write_bytes(path.read_bytes()[:10])

    assert package.ask()[:2] == [12, 1011]


@pytest.mark.slow
def test_a_second_process_lists_its_first_legal_actions_soon() -> None:
    """In processor time, the best of three beside imports of Numba, so that a slow or busy machine does not decide.

    It takes 2.6 times as long as the import; with all kernels to compile, nine times.
    """
    actions = "import parlour; print(parlour.new('checkers', seed=1).legal_actions(0))"
    start_s(actions)  # which compiles what is not there yet
    ratio = min(start_s(actions) for _ in range(3)) / min(start_s("import numba") for _ in range(3))

    assert ratio < 5


def start_s(code: str) -> float:
    """Return the processor time of a process that runs the code."""
    begin = processor_s()
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    return processor_s() - begin


def processor_s() -> float:
    """Seconds of processor time that this process's children have taken."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@pytest.mark.slow
def test_a_kernel_can_be_typed_at_a_prompt(package: Package) -> None:
    code = (
        "from parlour.core.kernel import kernel\n@kernel\ndef double(x):\n    return {} * x\nprint(double(4), end='')"
    )

    assert package.ask(code.format(2)) == [8]
    assert package.ask(code.format(3)) == [12]


@pytest.mark.slow
def test_a_kernel_over_a_large_global_array_is_never_kept(package: Package) -> None:
    """Its machine code holds an address of the process that compiled it."""
    body = "import numpy as np\nLARGE = np.arange(300_000)\n@kernel\ndef callee(x: int) -> int:\n    return LARGE[x]\n"
    (package.folder / "callee.py").write_text("from parlour.core.kernel import kernel\n" + body)
    ask = "from thing.callee import callee; print(callee(7), len(callee.stats.cache_hits), end='')"

    assert package.ask(ask) == [7, 0]
    assert package.ask(ask) == [7, 0]


WORDS = """\
from parlour.core.kernel import kernel
HELLO = "{hello}"

@kernel
def callee(x: int) -> int:
    \"""Add {hello}.\"""
    return x + 10  # {hello}

def narrate() -> str:
    return "{hello}"
"""


@pytest.mark.slow
def test_a_change_of_words_compiles_nothing(package: Package) -> None:
    (package.folder / "callee.py").write_text(WORDS.format(hello="a sentence"))
    package.ask()
    (package.folder / "callee.py").write_text("# moved down\n" + WORDS.format(hello="another sentence"))

    assert package.ask() == [12, 1011, 1]


@pytest.mark.slow
def test_a_change_of_one_kernel_compiles_only_what_calls_it(package: Package) -> None:
    other = "from parlour.core.kernel import kernel\n@kernel\ndef other(x: int) -> int:\n    return 3 * x\n"
    (package.folder / "other.py").write_text(other)
    ask = "; from thing.other import other; print('', other(2), len(other.stats.cache_hits), end='')"
    package.ask(ASK + ask)
    package.write_callee(20)

    assert package.ask(ASK + ask) == [22, 1021, 0, 6, 1]


@pytest.mark.slow
def test_a_kernel_may_call_one_that_is_defined_below_it(package: Package) -> None:
    code = (
        "from parlour.core.kernel import kernel\n"
        "@kernel\ndef callee(x: int) -> int:\n    return x if x > 9 else later(x)\n"
        "@kernel\ndef later(x: int) -> int:\n    return x + {step}\n"
    )
    (package.folder / "callee.py").write_text(code.format(step=10))
    assert package.ask()[:2] == [12, 1011]
    (package.folder / "callee.py").write_text(code.format(step=20))
    assert package.ask()[:2] == [22, 1021]


def test_a_kernel_refuses_globals_that_no_other_process_would_recognise() -> None:
    thing = object()

    @kernel
    def uses_thing() -> int:
        return 1 if thing else 0

    with pytest.raises(TypeError, match="its identity would differ"):
        kernel_identity(uses_thing)


def test_a_kernel_that_is_to_be_copied_into_its_callers_has_another_identity() -> None:
    def double(x: int) -> int:
        return 2 * x

    assert kernel_identity(kernel(double)) == kernel_identity(kernel(double))
    assert kernel_identity(kernel(double)) != kernel_identity(kernel(inline=True)(double))


def test_files_unread_for_long_are_deleted(tmp_path: Path) -> None:
    folder = tmp_path / "some-version"
    folder.mkdir()
    for name, age_s in (("old.bin", UNUSED_S + 120), ("new.bin", 60)):
        (folder / name).touch()
        os.utime(folder / name, (2 * UNUSED_S - age_s,) * 2)
    kernel_module._delete_unused(folder)

    assert [path.name for path in folder.iterdir()] == ["new.bin"]


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "here"))
    assert cache_root() == tmp_path / "here"

    monkeypatch.delenv("PARLOUR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "parlour" / "kernels"


@pytest.mark.slow
def test_kernels_work_without_a_folder_to_write_to(package: Package) -> None:
    package.cache.write_text("a file stands where the folder should be")

    assert package.ask()[:2] == [12, 1011]
