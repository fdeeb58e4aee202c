"""Batches: many matches of one game side by side, on the CPU or on a GPU."""

from parlour.core.batch.batch import Batch as Batch
from parlour.core.batch.batch import Stepped as Stepped
from parlour.core.batch.rows import encoder_of as encoder_of
