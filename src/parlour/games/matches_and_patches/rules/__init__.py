"""The rules of Matches and Patches: the kernels of the contract; the other modules hold their parts."""

from parlour.games.matches_and_patches.rules.contract import apply as apply
from parlour.games.matches_and_patches.rules.contract import guess as guess
from parlour.games.matches_and_patches.rules.contract import hide as hide
from parlour.games.matches_and_patches.rules.contract import legal_actions as legal_actions
from parlour.games.matches_and_patches.rules.contract import mid_turn as mid_turn
from parlour.games.matches_and_patches.rules.contract import result as result
from parlour.games.matches_and_patches.rules.contract import reveals as reveals
from parlour.games.matches_and_patches.rules.contract import setup as setup
from parlour.games.matches_and_patches.rules.contract import to_act as to_act
