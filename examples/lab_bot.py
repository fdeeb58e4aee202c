#!/usr/bin/env python3
"""A program that plays in tournaments of the lab: it chooses any of its legal actions.

parlour lab tournament connect_four --player ./examples/lab_bot.py --player novice
"""

import json
import random
import sys

generator = None
for line in sys.stdin:
    asked = json.loads(line)  # game, seat, seed, prompt, view, actions, codes
    generator = generator or random.Random(asked["seed"])
    print(json.dumps({"action": generator.choice(asked["actions"])}), flush=True)
