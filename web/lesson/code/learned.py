"""A learned table of positions, as in GPT-2 and BERT."""

import numpy as np


class LearnedPositions:
    """One row of parameters for each position from 0 to max_len - 1."""

    def __init__(self, max_len, d_model, std=0.02, seed=0):
        rng = np.random.default_rng(seed)
        self.table = rng.normal(0.0, std, (max_len, d_model))

    def look_up(self, positions):
        """Rows for positions of any shape (...): (..., d_model)."""
        positions = np.asarray(positions)
        last = len(self.table) - 1
        # NumPy counts a negative index from the end: -1 would be the
        # last row, without an error.
        if np.any((positions < 0) | (positions > last)):
            raise IndexError(
                f"positions must be from 0 to {last} but got {positions}"
            )
        return self.table[positions]

    def __call__(self, x, start=0):
        """x: (batch, seq, d_model); its first word is at `start`."""
        rows = self.look_up(np.arange(start, start + x.shape[1]))
        return x + rows  # (batch, seq, d_model) + (seq, d_model)

    def gradient(self, positions, upstream):
        """dL/dtable, from dL/drows of shape (..., d_model).

        A position that occurs n times collects n terms; a row that was
        not looked up stays at zero and learns nothing.
        """
        grad = np.zeros_like(self.table)
        # grad[positions] += upstream would count a repeated row once.
        np.add.at(grad, np.asarray(positions), upstream)
        return grad
