"""The record of a Raptor position, its sizes and codes."""

import numpy as np

from parlour.core.fast_record import record_type
from parlour.core.generator import GENERATOR
from parlour.games.raptor.geometry import CELLS, HEIGHT, SPACES, SPACES_PER_ROW
from parlour.games.raptor.map_reader import TILE_SIZE

RAPTOR, SCIENTIST = 0, 1  # sides

BABIES = 5
START_SCIENTISTS = 4
HAND = 3
CARDS = 9
MAX_TOKENS = 5
BABIES_TO_WIN = 3
ROUND_CAP = 100

# What stands on a cell: one kind, with flags. A figurine carries its flags along when it moves.
FREE, ROCK, EXIT, MOTHER_KIND, BABY_KIND, SCIENTIST_KIND, SISTER_KIND, HOUND_KIND = range(8)
KIND = 7
BURNING = 8  # alone a fire; with a scientist, who is walking through it
BARRIER = ROCK | BURNING  # water or a fence: nobody gets over it, but shots do
INACTIVE = 16  # a baby or the sister asleep, a scientist or hound frightened
FRESH = 32  # put to sleep or frightened in this round
USED = 64  # has attacked in this round; a baby that this card has moved
SLEEPERS = BABY_KIND & SISTER_KIND  # bits of the kinds that fall asleep, with those of PREY
PREY = SCIENTIST_KIND & HOUND_KIND  # bits of the kinds that the raptors kill, and no other kind has both
LASTING = KIND | BURNING | INACTIVE  # what stays at the end of a round

# Phases
PLACE_RAPTORS, PLACE_SCIENTISTS, CHOOSE, EFFECT, ACTIONS, RETURN, OVER = range(7)

# Card effects; those of the factions are in `factions`
NOTHING, CALL_BABIES, DISAPPEAR, FEAR, RECOVER, SLEEPING_GAS, REINFORCE, JEEP_RIDE, LIGHT_FIRE = range(9)
LEAP, SCATTER, BAIT, KENNEL, WHISTLE = range(LIGHT_FIRE + 1, LIGHT_FIRE + 6)
RESHUFFLE = 1  # the card whose owner shuffles

ALL_CARDS = (1 << CARDS) - 1  # a set of cards has bit value - 1
HIDDEN_CARD = -1  # chosen, but not to be known

# Action codes: a block each, most with one code per space
DONE = 0  # stop the effect or the actions
CARD = 1  # + value - 1: choose this card
HEAL = CARD + CARDS  # take a sleep token off the mother
MOTHER = HEAL + 1  # + space: the mother is placed there, moves there, or returns there
BABY = MOTHER + SPACES  # + space: place a baby
SCIENTIST_AT = BABY + SPACES  # + space: place a scientist, at the start or as a reinforcement
FIRE = SCIENTIST_AT + SPACES  # + space: light a fire
KILL = FIRE + SPACES  # + space: the mother kills the scientist there
WAKE = KILL + SPACES  # + space: the baby there wakes up
DOUSE = WAKE + SPACES  # + space: the mother puts out the fire there
FRIGHTEN = DOUSE + SPACES  # + space: the scientist there is frightened
GAS = FRIGHTEN + SPACES  # + space: the baby there falls asleep
ACT = GAS + SPACES  # + VERBS * space + verb: the baby or scientist there does something
CALL = ACT + 10 * SPACES  # + TILE_SIZE * space + n: the baby there goes to space n of the mother's tile
JEEP = CALL + TILE_SIZE * SPACES  # + LINE * space + n: the scientist there drives to column n, or to row n - 11
LINE = SPACES_PER_ROW + HEIGHT
SISTER = JEEP + LINE * SPACES  # + space: the sister is placed there, or goes there
BITE = SISTER + SPACES  # + space: the sister kills the scientist or hound there
DART = BITE + SPACES  # + space: the scientist there shoots the sister
HOUND_AT = DART + SPACES  # + space: place a hound, at the start or from the kennel
RUN = HOUND_AT + SPACES  # + LINE * space + n: the hound there runs to column n, or to row n - 11
NUM_ACTIONS = RUN + LINE * SPACES

VERBS = 10
STEP = 0  # + direction: one step; a baby may leave by an exit
SEIZE = 4  # + direction: put the baby there to sleep, or capture it when it sleeps
SHOOT = 8
STAND = 9

# Endings
RUNNING, RAPTOR_WON, SCIENTIST_WON, DRAWN = 0, 1, 2, 3
ESCAPED, NO_SCIENTIST, NEUTRALIZED, CAPTURED, ROUNDS = 1, 2, 3, 4, 5

RUN_LENGTH = 3  # spaces that the sister or a hound runs for one action point
MOST_HOUNDS = 4

# Placed pieces; then cards, units, action points, return
MAX_LENGTH = 2 + BABIES + START_SCIENTISTS + MOST_HOUNDS + ROUND_CAP * (2 + 4 + 8 + 1)

State = record_type(
    [
        GENERATOR,
        ("board", np.int8, CELLS),  # by cell, see KIND and its flags
        ("hand", np.int16, 2),  # by side: set of cards, the chosen one included until it is revealed; hidden
        # What both sides know of a hand since its owner's last shuffle: at least one card of it is in the first
        # set, and at least two are in the second, which holds the first; 0 says nothing.
        ("one_of", np.int16, 2),
        ("two_of", np.int16, 2),
        ("played", np.int8, (2, CARDS)),  # by side: the pile in order, 0 after its last card
        ("num_played", np.int8, 2),
        ("chosen", np.int8, 2),  # by side: the card chosen for this round, or 0; hidden
        ("revealed", np.int8, 2),  # by side: the cards revealed last, or 0
        ("phase", np.int8),
        ("side", np.int8),  # who places, resolves or acts
        ("begun", np.int8),  # the turn of that side has begun
        ("card", np.int8),  # the card whose effect is resolved, or was in this round
        ("units", np.int8),  # of the effect, that may still be applied
        ("points", np.int8),  # action points left for the side that acts, or will after the effect
        ("rounds", np.int8),  # begun so far, the current one included; 0 while the figurines are placed
        ("mother", np.int8),  # her cell, 0 when she is not on the board
        ("tokens", np.int8),  # sleep tokens on the mother
        ("wound_paid", np.int8),  # she has moved in this round
        ("walking", np.int8),  # cell of the scientist standing in fire, or 0
        ("observation", np.int8),  # the scientist chooses first and shows the card: the next round, or this one
        ("escaped", np.int8),
        ("captured", np.int8),
        ("scientists", np.int8),  # on the board
        ("reserve", np.int8),
        ("sister", np.int8),  # her cell, 0 where there is none
        ("hounds", np.int8),  # on the board
        ("kennel", np.int8),  # hounds that wait
        ("fires", np.int8),
        ("over", np.int8),
        ("ending", np.int8),
        ("raptor_seat", np.int8),
        ("environment", np.int8),
        ("fire_limit", np.int8),  # 0: none
        ("map", np.int8),
        ("factions", np.int8, 2),  # by side
    ]
)
