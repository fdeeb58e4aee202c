"""The identity of a kernel: a hash of everything that its machine code is made from.

That is its own bytecode (docstrings, comments, annotations and line numbers play no part), the compiler's options, the
values of the constants it reads, and the same of every kernel that it calls, directly or not. Two kernels of one
identity compile to the same code, in any process; and whatever changes the code changes the identity.
"""

import hashlib
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numba
import numpy as np
from numba.core import types as numba_types
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic

_SCALARS = (int, float, complex, bool, str, bytes, type(None), np.generic)
# What these hold is as fixed as their versions, which are part of the cache's folder name.
_FIXED_PACKAGES = ("numba", "numpy", "llvmlite", "math", "builtins")


def kernel_identity(dispatcher: Any) -> str:
    """Return the identity of a kernel; all that it refers to must be defined by now.

    Raises:
        TypeError: it reads a global value that has no identity in other processes.
    """
    reached: dict[Any, str] = {}
    waiting = [dispatcher]
    while waiting:
        found = waiting.pop()
        if found not in reached:
            reached[found] = _hash([repr(found.targetoptions), _own_part(found.py_func, waiting)])
    own = reached.pop(dispatcher)
    return _hash([own, *sorted(reached.values())])


def _own_part(function: Callable[..., Any], called: list[Dispatcher]) -> str:
    """Hash what a function holds itself; the kernels it refers to are added to `called`."""
    parts = [function.__module__, _plain_name(function)]
    parts += _code_parts(function.__code__, has_docstring=function.__doc__ is not None)
    parts.append(repr(function.__defaults__))
    parts += [f"{name}={_value_part(value, called)}" for name, value in _references(function)]
    return _hash(parts)


def _plain_name(function: Callable[..., Any]) -> str:
    # The compiler's symbols carry the identity in the qualified name; it must not become part of itself.
    return function.__qualname__.partition("@")[0]


def _code_parts(code: types.CodeType, has_docstring: bool) -> Iterator[str]:
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags))
    for constant in code.co_consts[1:] if has_docstring else code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_parts(constant, has_docstring=False)
        else:
            yield repr(sorted(map(repr, constant)) if isinstance(constant, frozenset) else constant)


def _references(function: Callable[..., Any]) -> Iterator[tuple[str, object]]:
    """List the values that a function takes from around it: globals, attributes of modules, closed-over variables."""
    names = sorted(set(_names(function.__code__)))
    for name in names:
        if name not in function.__globals__:
            continue
        value = function.__globals__[name]
        if isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] not in _FIXED_PACKAGES:
            yield from ((f"{name}.{other}", getattr(value, other)) for other in names if hasattr(value, other))
        else:
            yield name, value
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _value_part(value: object, called: list[Dispatcher]) -> str:  # noqa: PLR0911  # one case for each kind
    match value:
        case Dispatcher():
            called.append(value)
            return f"kernel {value.py_func.__module__}.{_plain_name(value.py_func)}"
        case _Intrinsic():
            return _own_part(value._defn, called)
        case np.ndarray():
            return f"array {_dtype_part(value.dtype)} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        case np.dtype():
            return _dtype_part(value)
        case types.ModuleType():
            return value.__name__
        case tuple() | list():
            return f"({', '.join(_value_part(item, called) for item in value)})"
        case numba_types.Type():
            return str(value)
        case _ if isinstance(value, _SCALARS):
            return f"{type(value).__name__} {value!r}"
        case _ if _package_of(value) in _FIXED_PACKAGES:
            return f"{_package_of(value)} {getattr(value, '__qualname__', value)}"
        case type():
            return f"class {value.__module__}.{value.__qualname__} {getattr(value, '_fields', ())}"
        case types.FunctionType():
            return _own_part(value, called)
    raise TypeError(f"A kernel cannot refer to {value!r}: its identity would differ from process to process.")


def _package_of(value: object) -> str:
    return str(getattr(value, "__module__", None) or "").partition(".")[0]


def _dtype_part(dtype: "np.dtype[Any]") -> str:
    """Describe a dtype by its layout: records of other classes with the same fields are the same to a kernel."""
    if dtype.fields is None:
        return f"{dtype.str} {dtype.subdtype and (_dtype_part(dtype.subdtype[0]), dtype.shape)}"
    fields = (f"{name} {_dtype_part(kind)} {offset}" for name, (kind, offset, *_) in dtype.fields.items())
    return f"record {dtype.itemsize} {'; '.join(fields)}"


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def toolchain() -> str:
    """Name the versions that decide what any kernel compiles to."""
    return f"numba-{numba.__version__}-numpy-{np.__version__}"
