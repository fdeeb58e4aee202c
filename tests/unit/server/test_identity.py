"""The secret that signs cookies is made once, whole, and kept."""

import os
import stat
from pathlib import Path

import pytest

from parlour.server.errors import BadSetting
from parlour.server.identity import SECRET_BYTES, Identities, read_secret


def test_the_secret_is_made_once_and_its_owner_alone_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    secret = read_secret(path)

    assert (len(secret), read_secret(path)) == (SECRET_BYTES, secret)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_the_secret_is_on_the_disk_before_it_is_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, synced, sync = tmp_path / "secret", list[tuple[int, bool]](), os.fsync

    def spy(handle: int) -> None:
        synced.append((os.fstat(handle).st_size, path.exists()))
        sync(handle)

    monkeypatch.setattr(os, "fsync", spy)
    read_secret(path)

    assert synced[0] == (SECRET_BYTES, False)
    assert synced[1][1], "and then its name"


def test_an_empty_secret_is_replaced_because_anyone_could_sign_with_it(tmp_path: Path) -> None:
    (tmp_path / "secret").touch()
    _, forged = Identities(b"").new_guest()

    assert Identities(read_secret(tmp_path / "secret")).read(forged) is None


def test_a_short_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"x" * 15)
    with pytest.raises(BadSetting, match="too short"):
        read_secret(tmp_path / "secret")
