"""Play a random match of every game through the public interface, and say how it ended."""

import random

import parlour

choose = random.Random(7)
for game_id in parlour.game_ids():
    position, actions = parlour.new(game_id, seed=7), 0
    while seats := position.to_act():
        seat = choose.choice(seats)
        position = position.play(seat, choose.choice(position.legal_actions(seat)))
        actions += 1
    print(f"{position.game.name}: {actions} actions, {position.outcome}")
