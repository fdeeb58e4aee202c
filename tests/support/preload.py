"""Loads what a server needs, once: imported by the process from which servers are forked."""

import importlib
from pathlib import Path

from parlour.core import registry
from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.position import start
from parlour.server.app import make_app
from parlour.server.settings import Settings
from support.live_server import spare_apps

# What a forked process runs, and what that imports when it starts: a second of processor time, in each of them.
for _module in ("support.server_process", "parlour.server.worker", "parlour.server.redis_bus", "uvicorn.lifespan.on"):
    importlib.import_module(_module)
spare_apps.append(make_app(Settings(Path())))

for _game_id in registry.game_ids():
    _position = start(registry.load(_game_id), 1)
    for _ in range(40):  # far enough to meet most kernels
        if not (_to_act := _position.to_act()):
            break
        for _viewer in (*SEATS, SPECTATOR):
            _position.seen_by(_viewer).view()
        _choices = _position.seen_by(_to_act[0]).choices()
        _position = _position.play(_to_act[0], _choices[0].action)
