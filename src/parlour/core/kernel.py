"""`@kernel`: the one way in which Parlour compiles Python functions to machine code.

A kernel is a plain function over NumPy records and arrays. It is compiled by Numba on its first call, releases the
interpreter while it runs, and is remembered on disk, so that the next process starts fast. With `NUMBA_DISABLE_JIT=1`
it stays the plain function, for the debugger.

The memory on disk can never run old code: its folder is named after a hash of every source file of the packages that
the kernel comes from (of Parlour itself, of the folders that may hold kernels), and its file name after the kernel's
identity (module, name, source, closed-over kernels), its argument types, the processor and Numba's version. Two
processes that compile the same kernel write the same file.
"""

import contextlib
import functools
import hashlib
import inspect
import os
import pickle
import shutil
import sys
import tempfile
import uuid
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba.core import compiler, config
from numba.core.caching import NullCache
from numba.core.serialize import dumps

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = not config.DISABLE_JIT  # type: ignore[attr-defined]  # made at run time from NUMBA_DISABLE_JIT
CACHE_VARIABLE = "PARLOUR_CACHE"
FOLDERS_KEPT = 8  # compiled code of this many versions of the sources stays on disk
DIGEST_BYTES = hashlib.sha256().digest_size
_PACKAGE = __name__.partition(".")[0]
# Folders of Parlour without kernels: a change there compiles nothing anew.
NO_KERNELS = ("match", "storage", "server", "players", "lab", "cli")


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(*, wraps: bool = ..., nogil: bool = ...) -> Callable[[F], F]: ...
def kernel(function: F | None = None, *, wraps: bool = False, nogil: bool = True) -> F | Callable[[F], F]:
    """Compile a function, under a stable identity, with its machine code kept on disk.

    Args:
        wraps: the arithmetic overflows on purpose; plain NumPy, which would warn, is told so.
        nogil: let other Python threads run meanwhile; costs more than it brings in a kernel of less than a microsecond.
    """
    if function is None:
        return functools.partial(kernel, wraps=wraps, nogil=nogil)
    package, _, rest = function.__module__.partition(".")
    if package == _PACKAGE and rest.partition(".")[0] in NO_KERNELS:
        raise TypeError(f"{function.__module__} is in a folder without kernels; its changes would go unnoticed.")
    if not IS_COMPILED:
        return np.errstate(over="ignore")(function) if wraps else function
    identity = _identity(function)
    # Numba numbers its symbols per process. Two closures of one factory, cached by two processes, could get the same
    # symbol and then stand in for each other; with the identity in the name they cannot.
    function.__qualname__ = f"{function.__qualname__}_{identity[:16]}"
    dispatcher = numba.njit(function, nogil=nogil, error_model="numpy")
    # A dispatcher pickles with a random identity per process, which would make every cached caller unfindable.
    dispatcher._set_uuid(str(uuid.UUID(identity[:32])))
    dispatcher._cache = _KernelCache(function, identity)
    dispatcher.identity = identity
    return dispatcher


def _identity(function: Callable[..., Any]) -> str:
    parts = [function.__module__, function.__qualname__, _source(function)]
    parts += [_identity_of_constant(value) for value in _closed_over(function)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _source(function: Callable[..., Any]) -> str:
    try:
        return inspect.getsource(function)
    except OSError:  # typed at a prompt
        code = function.__code__
        return f"{code.co_code.hex()} {code.co_consts} {code.co_names}"


def _closed_over(function: Callable[..., Any]) -> Iterator[object]:
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # a recursive kernel's own cell is still empty
            yield "itself"


def _identity_of_constant(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr}{value.shape}{value.tobytes().hex()}"
    if isinstance(value, np.dtype):
        return f"{value.descr}"
    return str(getattr(value, "identity", None) or repr(value))


class _KernelCache(NullCache):
    """Numba's per-function cache, without its shared index file: one file per kernel and signature."""

    def __init__(self, function: Callable[..., Any], identity: str) -> None:
        self._package = function.__module__.partition(".")[0]
        self._name = f"{function.__name__}-{identity[:16]}"

    @property
    def cache_path(self) -> str:
        return str(_cache_folder(self._package))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        try:
            content = path.read_bytes()
        except OSError:
            return None
        digest, payload = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
        if hashlib.sha256(payload).digest() != digest:  # a file that a crash left half written
            return None
        return compiler.CompileResult._rebuild(target_context, *pickle.loads(payload))

    def save_overload(self, sig: Any, cres: Any) -> None:
        if cres.library.has_dynamic_globals:  # it holds addresses of this process
            warnings.warn(
                f"{self._name} uses a large global array and is compiled by every process anew; pass it in.",
                stacklevel=2,
            )
            return
        path = self._path(sig, cres.codegen)
        payload = dumps(cres._reduce())
        with contextlib.suppress(OSError):  # no room, or not ours to write: the next process compiles again
            path.parent.mkdir(parents=True, exist_ok=True)
            # Written beside and moved into place: another process sees the whole file or none.
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            os.replace(file.name, path)

    def _path(self, sig: Any, codegen: Any) -> Path:
        key = hashlib.sha256(f"{sig}{codegen.magic_tuple()}{numba.__version__}{np.__version__}".encode()).hexdigest()
        return _cache_folder(self._package) / f"{self._name}-{key[:16]}.bin"


@functools.cache
def _cache_folder(package: str) -> Path:
    """Folder for the compiled kernels of one package, named after the sources of that package and of Parlour."""
    digest = hashlib.sha256()
    for name in sorted({_PACKAGE, package}):
        digest.update(sources_hash(name).encode())
    root = cache_root()
    folder = root / digest.hexdigest()[:24]
    if not folder.exists():
        _forget_old_folders(root)
    return folder


def cache_root() -> Path:
    """Folder of all compiled kernels: `$PARLOUR_CACHE`, or the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) if chosen else Path(home) / "parlour" / "kernels"


def sources_hash(package: str) -> str:
    """Hash of all source and data files of an imported package, tests and texts for people left out."""
    module = sys.modules[package]
    digest = hashlib.sha256(package.encode())
    for folder in map(Path, getattr(module, "__path__", [])):
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if package == _PACKAGE and inside.parts[0] in NO_KERNELS:
                continue
            if path.is_file() and path.suffix not in {".pyc", ".md", ".toml"} and "tests" not in inside.parts:
                digest.update(f"{inside}\0".encode() + path.read_bytes())
    file = Path(getattr(module, "__file__", None) or "")
    if file.is_file():  # all there is of a module that is no package; a prompt has none
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _forget_old_folders(root: Path) -> None:
    with contextlib.suppress(OSError):  # there is none yet, or another process tidies up too
        for folder in sorted(root.iterdir(), key=lambda folder: folder.stat().st_mtime)[: -(FOLDERS_KEPT - 1)]:
            shutil.rmtree(folder, ignore_errors=True)
