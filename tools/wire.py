"""The wire in other words: TypeScript and a page, both generated from the structs; `make docs` writes them."""

import builtins
import inspect
import json
import re
import types
import typing
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from parlour.core import registry
from parlour.match.commands import AnyCommand
from parlour.server import messages, problem, replay
from parlour.server.routes import MODULES

Struct = type[msgspec.Struct]
PLAIN = {Any: "unknown", bool: "boolean", float: "number", int: "number", type(None): "null", str: "string"}


def to_typescript(kind: Any) -> str:
    """Write a type as TypeScript does."""
    arguments = typing.get_args(kind)
    match typing.get_origin(kind):
        case None:
            return PLAIN.get(kind) or str(kind.__name__)
        case typing.Literal:
            return " | ".join(f'"{value}"' for value in arguments)
        case typing.Union | types.UnionType:
            return " | ".join(dict.fromkeys(to_typescript(each) for each in arguments if each is not msgspec.UnsetType))
        case builtins.tuple if arguments[-1] is not ...:
            return f"[{', '.join(map(to_typescript, arguments))}]"
        case builtins.tuple | builtins.list:
            item = to_typescript(arguments[0])
            return f"({item})[]" if "|" in item else f"{item}[]"
        case builtins.dict:
            return f"Record<{', '.join(map(to_typescript, arguments))}>"
    raise TypeError(kind)


def parts_of(kind: Any) -> Iterator[Struct]:
    """Return the structs that a type is made of, innermost first."""
    if inspect.isclass(kind) and issubclass(kind, msgspec.Struct):
        for field in typing.get_type_hints(kind).values():
            yield from parts_of(field)
        yield kind
    for argument in typing.get_args(kind):
        yield from parts_of(argument)


def fields_of(struct: Struct) -> list[tuple[str, Any, bool]]:
    """List the fields of a struct: name, type, and whether it may be left out where it is sent."""
    hints, names = typing.get_type_hints(struct), struct.__struct_fields__
    is_request = struct.__struct_config__.forbid_unknown_fields
    may_lack = is_request or struct.__struct_config__.omit_defaults
    optional = {
        field.name
        for field in msgspec.structs.fields(struct)
        if (may_lack and not field.required) or field.default is msgspec.UNSET
    }
    return [(name, hints[name], name in optional) for name in names]


def members(union: object) -> list[Struct]:
    """List the structs of a union, in its order."""
    return list(typing.get_args(union))


def structs_in(module: types.ModuleType) -> list[Struct]:
    """List the structs that a module defines."""
    found = [each for each in vars(module).values() if inspect.isclass(each) and issubclass(each, msgspec.Struct)]
    return [each for each in found if each.__module__ == module.__name__]


def views() -> dict[str, Struct]:
    """Return the struct that the board of each game is sent as, by the id of the game."""
    own = sorted(registry._own_folders())
    return {game_id: typing.get_type_hints(registry.load(game_id).view.view)["return"] for game_id in own}


def interface(struct: Struct) -> str:
    """Write a struct as an interface."""
    rows = [f"/** {inspect.getdoc(struct)} */", f"export interface {struct.__name__} {{"]
    if (tag := struct.__struct_config__.tag) is not None:
        rows.append(f'  type: "{tag}";')
    notes = comments(struct)
    for name, kind, is_optional in fields_of(struct):
        note = f" // {notes[name]}" if name in notes else ""
        rows.append(f"  {name}{'?' if is_optional else ''}: {to_typescript(kind)};{note}")
    return "\n".join([*rows, "}", ""])


def comments(struct: Struct) -> dict[str, str]:
    """Read the comments beside the fields of a struct, and of those it inherits from."""
    found: dict[str, str] = {}
    for each in reversed(struct.__mro__):
        if issubclass(each, msgspec.Struct) and each is not msgspec.Struct:
            found |= dict(re.findall(r"^    (\w+): .*?  # (.*)$", inspect.getsource(each), re.MULTILINE))
    return {name: words.replace("None", "null") for name, words in found.items()}


def typescript() -> str:
    """Write every message, every body over HTTP and every board as TypeScript."""
    requests, replies = members(messages.AnyRequest), members(messages.AnyReply)
    bodies = [struct for module in (problem, replay, *MODULES) for struct in structs_in(module)]
    boards = views()
    wanted: dict[Struct, None] = {}
    for struct in (*requests, *replies, *bodies, *boards.values()):
        wanted |= dict.fromkeys(parts_of(struct))
    names = [struct.__name__ for struct in wanted]
    assert len(names) == len(set(names)), f"two structs of one name: {sorted(names)}"
    rows = ["// Generated from the server's structs by `make docs`; the tests compare it. Do not edit.\n"]
    rows += map(interface, wanted)
    rows.append(union("AnyCommand", members(AnyCommand)))
    rows.append(union("AnyRequest", requests))
    rows.append(union("AnyReply", replies))
    rows.append("export interface Views {")
    rows += [f"  {game_id}: {struct.__name__};" for game_id, struct in boards.items()]
    rows.append(f"}}\n\n/** The version of the protocol. */\nexport const PROTOCOL = {messages.PROTOCOL};")
    rows.append("\n/** The lines of chat that a guest may say. */\nexport const PRESETS = [")
    rows += [f"  {json.dumps(line)}," for line in messages.PRESETS]
    return "\n".join([*rows, "];", ""])


def union(name: str, structs: Iterable[Struct]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {struct.__name__}" for struct in structs) + ";\n"


INTRODUCTION = f"""# The socket

This is version {messages.PROTOCOL} of the protocol; a `snapshot` says which one the server speaks.

Generated from `server/messages.py` by `make docs`; the same in TypeScript is
[web/src/wire.ts](../web/src/wire.ts). What goes over HTTP is described by the server itself, at
`/api/schema/openapi.json`; codes of refusals are listed in [errors.md](errors.md).

One socket at `/api/socket` carries everything, as JSON objects in text frames of at most 64 KiB. Unknown fields are
refused. A browser sends its cookie, a bot `Authorization: Bearer …`. A client that connects to `/api/socket?packed=1`
gets long replies as binary frames, packed by zlib. One that connects with `running=1` is told of its person's matches
and challenges (`match_changed`, `challenges_changed`) without following them.

- **Follow** a match with `subscribe`: first comes a `snapshot`, then an `update` for everything that happens. The
  version of a match is the number of its events. A client that comes back sends the version it has as `since`, and gets
  one `update` with what it has missed, or a `snapshot` when that is too much.
- **Only what changes** is sent to a client that subscribes with `"changes": true`: after the first message, a `change`
  instead of each `update`. See [below](#differences).
- **Act** with a command (`act`): it names the version that was seen and a key of the client's choice. `done` means that
  it is on the disk. A command with the same key is carried out once, however often it is sent, and answered alike:
  after a lost connection send it again. One that was made for an older version is refused as `match/stale_version`.
- **Everything that a viewer may know** is in `table`: the board (`view`), what can be done (`choices`, as notation to
  send back), the clocks by the time of the server (`now_ms`).
- `goodbye` says when a server that stops will be back. Close codes: 1012 it stops, 4008 the client reads too slowly,
  4029 it sent too much, 4001 it was signed out.
"""


DIFFERENCES = """## Differences

A `change` holds the fields of the table that are not as in the message before, each by its difference:

| difference | the value now |
|---|---|
| `[value]` | is this one |
| `{"name": difference, …}` | is as before, apart from these fields, or these places of a list, counted from 0 |
| `{"": [piece, …]}` | is a list or a text made of pieces: `[start, end]`, a part of it before, or `[item]`, a new one |

`choices` are sent whole when they differ, in groups: for each of its `words`, a group stands for one choice, in whose
texts `{}` is the word, and `{0}` and `{1}` are its letters; without `words` it is a choice as it stands. Messages are
numbered: when the `number` of a `change` is not one more than that of the message before, something is missing, and
the client subscribes again without `since`. In Python:

```python
def apply(before, change):
    if isinstance(change, list):
        return change[0]
    if "" in change:
        parts = [before[slice(*piece)] if len(piece) == 2 else piece for piece in change[""]]
        items = [item for part in parts for item in part]
        return "".join(items) if isinstance(before, str) else items
    now = before.copy()
    for name, part in change.items():
        place = int(name) if isinstance(before, list) else name
        now[place] = apply(before[place], part)
    return now
```
"""


def protocol_page() -> str:
    """Write the page about the socket."""
    rows = [INTRODUCTION, DIFFERENCES]
    for title, structs in (("Requests", members(messages.AnyRequest)), ("Replies", members(messages.AnyReply))):
        rows.append(f"## {title}\n")
        rows += [section(struct, f"### `{struct.__struct_config__.tag}`") for struct in structs]
        if title == "Requests":
            rows.append("## Commands, for `act`\n")
            rows += [section(struct, f"### `{struct.__struct_config__.tag}`") for struct in members(AnyCommand)]
    inner = dict.fromkeys(part for struct in members(messages.AnyReply) for part in parts_of(struct))
    rows.append("## Parts of replies\n")
    rows += [section(part, f"### {part.__name__}") for part in inner if part not in members(messages.AnyReply)]
    rows.append("## Ready-made lines of chat\n")
    rows += [f"- {line}" for line in messages.PRESETS]
    return "\n".join([*rows, ""])


def section(struct: Struct, heading: str) -> str:
    rows = [heading, "", inspect.getdoc(struct) or "", ""]
    notes, fields = comments(struct), fields_of(struct)
    if fields:
        rows += ["| field | type | |", "|---|---|---|"]
    for name, kind, is_optional in fields:
        words = [*(["may be left out"] if is_optional else []), *([notes[name]] if name in notes else [])]
        written = to_typescript(kind).replace("|", "\\|")
        rows.append(f"| `{name}` | `{written}` | {'; '.join(words)} |")
    return "\n".join([*rows, ""])
