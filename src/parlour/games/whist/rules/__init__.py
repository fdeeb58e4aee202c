"""The rules of Whist for two, as kernels; here those that every game has."""

from parlour.games.whist.rules.contract import apply as apply
from parlour.games.whist.rules.contract import guess as guess
from parlour.games.whist.rules.contract import hide as hide
from parlour.games.whist.rules.contract import legal_actions as legal_actions
from parlour.games.whist.rules.contract import mid_turn as mid_turn
from parlour.games.whist.rules.contract import result as result
from parlour.games.whist.rules.contract import reveals as reveals
from parlour.games.whist.rules.contract import setup as setup
from parlour.games.whist.rules.contract import to_act as to_act
