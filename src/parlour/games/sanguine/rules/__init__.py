"""The rules of Sanguine, as kernels; here those that every game has."""

from parlour.games.sanguine.rules.contract import apply as apply
from parlour.games.sanguine.rules.contract import guess as guess
from parlour.games.sanguine.rules.contract import hide as hide
from parlour.games.sanguine.rules.contract import legal_actions as legal_actions
from parlour.games.sanguine.rules.contract import mid_turn as mid_turn
from parlour.games.sanguine.rules.contract import result as result
from parlour.games.sanguine.rules.contract import reveals as reveals
from parlour.games.sanguine.rules.contract import setup as setup
from parlour.games.sanguine.rules.contract import to_act as to_act
