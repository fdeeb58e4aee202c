"""Loads what a server needs, once: imported by the process from which servers are forked."""

from parlour.core import registry
from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.position import start

for _game_id in registry.game_ids():
    _position = start(registry.load(_game_id), 1)
    for _ in range(40):  # far enough to meet most kernels
        if not (_to_act := _position.to_act()):
            break
        for _viewer in (*SEATS, SPECTATOR):
            _position.seen_by(_viewer).view()
        _choices = _position.seen_by(_to_act[0]).choices()
        _position = _position.play(_to_act[0], _choices[0].action)
