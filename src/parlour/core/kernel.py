"""`@kernel`: the one way in which Parlour compiles Python functions to machine code.

A kernel is a plain function over NumPy records and arrays. It is compiled by Numba on its first call, releases the
interpreter while it runs, and is kept on disk, so that the next process starts fast. With `NUMBA_DISABLE_JIT=1` it
stays the plain function, for the debugger.

The cache on disk can never run old code: a file is named after the kernel's identity (see `core.kernel_identity`), its
argument types and the processor, in a folder named after the versions of Python, Numba and NumPy. Two processes that
compile the same kernel write the same file; a change of words compiles nothing; a change of a kernel compiles it and
the kernels that call it.
"""

import contextlib
import functools
import hashlib
import os
import pickle
import sys
import tempfile
import uuid
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba.core import compiler, config, types
from numba.core.caching import NullCache
from numba.core.serialize import dumps

from parlour.core.kernel_identity import kernel_identity, toolchain

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = not config.DISABLE_JIT  # type: ignore[attr-defined]  # made at run time from NUMBA_DISABLE_JIT
CACHE_VARIABLE = "PARLOUR_CACHE"
FORMAT = 3  # of the files; raise it when what this module does to a kernel changes its machine code
UNUSED_S = 30 * 24 * 3600  # a file that was last read so long before the newest one is deleted
_SMALL_INTEGERS = (types.int8, types.int16, types.int32)
DIGEST_BYTES = hashlib.sha256().digest_size


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(*, wraps: bool = ..., nogil: bool = ..., inline: bool = ...) -> Callable[[F], F]: ...
def kernel(
    function: F | None = None, *, wraps: bool = False, nogil: bool = True, inline: bool = False
) -> F | Callable[[F], F]:
    """Compile a function on its first call, and keep its machine code on disk.

    Args:
        wraps: the arithmetic overflows on purpose; keeps plain NumPy from warning about it.
        nogil: let other Python threads run meanwhile; costs more than it brings in a kernel of less than a microsecond.
        inline: copy the kernel into its callers even where the compiler would not; for small ones, called often.
    """
    if function is None:
        return functools.partial(kernel, wraps=wraps, nogil=nogil, inline=inline)
    if not IS_COMPILED:
        return np.errstate(over="ignore")(function) if wraps else function
    # Without the entry for C programs, which nothing here calls: it takes a tenth of the time of compiling.
    dispatcher = numba.njit(  # type: ignore[call-overload]  # the types of Numba leave the option out
        function, nogil=nogil, forceinline=inline, error_model="numpy", no_cfunc_wrapper=True
    )
    dispatcher._cache = _KernelCache(dispatcher)
    _widen_arguments(dispatcher)
    return dispatcher


def in_python(compiled: F) -> F:
    """Return the function that a kernel is compiled from: to hand over a record takes longer than tiny ones do."""
    return getattr(compiled, "py_func", compiled)


def _widen_arguments(dispatcher: Any) -> None:
    """Compile one version of a kernel for all its callers in other kernels.

    Left alone, Numba compiles one for each width of an integer and for each literal: 18 of one function that reads a
    weight by its number. Arithmetic on small integers is done in 64 bits anyway.
    """
    inner = dispatcher._compiler
    fold = inner.fold_argument_types
    inner.fold_argument_types = lambda args, kws: _widened(*fold(args, kws))


def _widened(signature: Any, args: Any) -> tuple[Any, tuple[Any, ...]]:
    plain = map(types.unliteral, args)
    return signature, tuple(types.int64 if each in _SMALL_INTEGERS else each for each in plain)


class _KernelCache(NullCache):
    """Numba's per-function cache, without its shared index file: one file per kernel and signature."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher

    @functools.cached_property
    def _name(self) -> str:
        """The first part of the file names; asked for when the kernel is compiled, as it may call later ones."""
        function = self._dispatcher.py_func
        identity = kernel_identity(self._dispatcher)
        # Numba numbers its symbols per process. Two closures of one factory, cached by two processes, could get the
        # same symbol and then stand in for each other; with the identity in the name they cannot.
        function.__qualname__ = f"{function.__qualname__}@{identity[:16]}"
        # A dispatcher pickles with a random identity per process, which would make every cached caller unfindable.
        self._dispatcher._set_uuid(str(uuid.UUID(identity[:32])))
        return f"{function.__name__}-{identity[:32]}"

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

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
        with contextlib.suppress(OSError):  # a cache that this user may not write to
            os.utime(path)
        return compiler.CompileResult._rebuild(target_context, *pickle.loads(payload))

    def save_overload(self, sig: Any, cres: Any) -> None:
        if cres.library.has_dynamic_globals:  # it holds addresses of this process
            warnings.warn(
                f"{self._name} uses a large global array and is compiled by every process; pass the array in.",
                stacklevel=2,
            )
            return
        path = self._path(sig, cres.codegen)
        payload = dumps(cres._reduce())
        with contextlib.suppress(OSError):  # no room, or not ours to write: the next process compiles again
            _delete_unused(path.parent)
            path.parent.mkdir(parents=True, exist_ok=True)
            # Written beside and moved into place: another process sees the whole file or none.
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            os.replace(file.name, path)

    def _path(self, sig: Any, codegen: Any) -> Path:
        name = self._name
        key = hashlib.sha256(f"{sig}{codegen.magic_tuple()}".encode()).hexdigest()
        return cache_folder() / f"{name}-{key[:16]}.bin"


def is_on_disk(compiled: Any) -> bool:
    """Return whether a kernel was compiled before, by this Python, Numba and NumPy, for any types of arguments."""
    return not IS_COMPILED or any(cache_folder().glob(f"{compiled._cache._name}-*.bin"))


def cache_root() -> Path:
    """Return the folder of all compiled kernels: `$PARLOUR_CACHE`, or the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) if chosen else Path(home) / "parlour" / "kernels"


def cache_folder() -> Path:
    """Return the folder of the kernels that this Python, Numba and NumPy compile."""
    return cache_root() / f"{FORMAT}-{sys.implementation.cache_tag}-{toolchain()}"


@functools.cache  # once in a process
def _delete_unused(folder: Path) -> None:
    read_at = {path: path.stat().st_mtime for path in folder.parent.glob("*/*.bin")}
    newest = max(read_at.values(), default=0.0)
    for path, at in read_at.items():
        if newest - at > UNUSED_S:
            path.unlink(missing_ok=True)
