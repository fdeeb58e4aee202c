"""Solving a matrix game: both sides choose at once, one gets what the other loses."""

import numpy as np
from numpy.typing import NDArray

from parlour.core.kernel import kernel

Payoffs = NDArray[np.float64]  # [rows, columns], from 0 to 1: what the side that chooses the row gets
Mixture = NDArray[np.float64]  # how likely each choice is

SAME = 1e-12  # payoffs that differ by less are rounded differently
MOST_PIVOTS = 10_000  # far more than any matrix here takes


@kernel
def saddle(payoffs: Payoffs, rows: Mixture, columns: Mixture) -> bool:
    """Write two single choices that answer each other best, and return True; False where there are none."""
    m, n = payoffs.shape
    best_row, low = 0, -1.0
    for i in range(m):
        worst = payoffs[i].min()
        if worst > low:
            best_row, low = i, worst
    best_column, high = 0, 2.0
    for j in range(n):
        most = payoffs[0, j]
        for i in range(1, m):
            most = max(most, payoffs[i, j])
        if most < high:
            best_column, high = j, most
    if high - low > SAME:
        return False
    rows[:], columns[:] = 0.0, 0.0
    rows[best_row], columns[best_column] = 1.0, 1.0
    return True


@kernel
def entering(table: Payoffs, labels: NDArray[np.int64]) -> int:
    """Return the column that improves the solution, by Bland's rule; -1 at the optimum."""
    m, n = table.shape[0] - 1, table.shape[1] - 1
    found = -1
    for j in range(n):
        if table[m, j] < -SAME and (found < 0 or labels[m + j] < labels[m + found]):
            found = j
    return found


@kernel
def leaving(table: Payoffs, labels: NDArray[np.int64], column: int) -> int:
    """Return the row whose limit is reached first, by Bland's rule among equals."""
    m, n = table.shape[0] - 1, table.shape[1] - 1
    found, least = -1, np.inf
    for i in range(m):
        if table[i, column] > SAME:
            ratio = table[i, n] / table[i, column]
            if ratio < least - SAME or (ratio <= least + SAME and labels[i] < labels[found]):
                found, least = i, min(ratio, least)
    return found


@kernel
def pivot(table: Payoffs, labels: NDArray[np.int64], row: int, column: int) -> None:
    """Exchange what a row and a column stand for."""
    m, n = table.shape[0], table.shape[1]
    unit = 1.0 / table[row, column]
    for i in range(m):
        if i != row and table[i, column] != 0.0:
            factor = table[i, column] * unit
            for j in range(n):
                if j != column:
                    table[i, j] -= factor * table[row, j]
            table[i, column] = -factor
    for j in range(n):
        table[row, j] *= unit
    table[row, column] = unit
    labels[row], labels[m - 1 + column] = labels[m - 1 + column], labels[row]


@kernel
def solve(payoffs: Payoffs, rows: Mixture, columns: Mixture) -> float:
    """Write mixtures of both sides that nothing beats, and return what they are worth to the rows.

    The simplex method, on the linear program of the columns; its dual gives the rows.
    """
    m, n = payoffs.shape
    if not saddle(payoffs, rows, columns):
        table, labels = np.ones((m + 1, n + 1)), np.arange(m + n)
        table[:m, :n] += payoffs  # from 1 to 2: the value must be positive
        table[m, :] = -1.0
        table[m, n] = 0.0
        for _ in range(MOST_PIVOTS):
            column = entering(table, labels)
            if column < 0:
                break
            pivot(table, labels, leaving(table, labels, column), column)
        rows[:], columns[:] = 0.0, 0.0
        for i in range(m):
            if labels[i] >= m:
                columns[labels[i] - m] = max(0.0, table[i, n])
        for j in range(n):
            if labels[m + j] < m:
                rows[labels[m + j]] = max(0.0, table[m, j])
        rows /= rows.sum()
        columns /= columns.sum()
    value = 0.0
    for i in range(m):
        for j in range(n):
            value += rows[i] * columns[j] * payoffs[i, j]
    return value
