"""Tree search with a learned evaluator: over all rows of a batch, or one tree inside a kernel."""

from parlour.lab.search.batched import BatchedSearch as BatchedSearch
from parlour.lab.search.batched import Evaluate as Evaluate
from parlour.lab.search.batched import Searched as Searched
from parlour.lab.search.batched import tree_search as tree_search
from parlour.lab.search.network import Network as Network
from parlour.lab.search.one_tree import OneTree as OneTree
