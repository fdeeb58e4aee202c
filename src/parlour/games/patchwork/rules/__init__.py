"""The rules of Patchwork: the kernels of the contract; the other modules hold their parts."""

from parlour.games.patchwork.rules.contract import apply as apply
from parlour.games.patchwork.rules.contract import guess as guess
from parlour.games.patchwork.rules.contract import hide as hide
from parlour.games.patchwork.rules.contract import legal_actions as legal_actions
from parlour.games.patchwork.rules.contract import mid_turn as mid_turn
from parlour.games.patchwork.rules.contract import result as result
from parlour.games.patchwork.rules.contract import reveals as reveals
from parlour.games.patchwork.rules.contract import setup as setup
from parlour.games.patchwork.rules.contract import to_act as to_act
