"""The sinusoidal encoding (Vaswani et al. 2017, section 3.5)."""

import numpy as np


def sinusoidal_table(max_len, d_model, base=10000.0):
    """PE(pos, 2i) = sin(pos w_i), PE(pos, 2i + 1) = cos(pos w_i)."""
    if d_model % 2:
        raise ValueError(f"d_model must be even but got {d_model}")
    pos = np.arange(max_len)[:, None]  # (max_len, 1)
    w = base ** (-np.arange(0, d_model, 2) / d_model)  # (d_model / 2,)
    angle = pos * w  # broadcasts to (max_len, d_model / 2)
    table = np.empty((max_len, d_model))
    table[:, 0::2] = np.sin(angle)  # even columns
    table[:, 1::2] = np.cos(angle)  # odd columns
    return table


class SinusoidalEncoding:
    """Adds the table to word embeddings. It is a buffer: no gradient."""

    def __init__(self, max_len, d_model, base=10000.0):
        self.table = sinusoidal_table(max_len, d_model, base)

    def __call__(self, x, start=0):
        """x: (batch, seq, d_model); its first word is at `start`.

        With a KV cache, `start` is the number of words already read.
        """
        end = start + x.shape[1]
        last = len(self.table) - 1
        # A slice past the end is cut short without an error, and a slice
        # of one row would broadcast over every word of x.
        if end - 1 > last:
            raise IndexError(f"position {end - 1} is past row {last}")
        rows = self.table[start:end]  # (seq, d_model)
        return x + rows  # (batch, seq, d_model) + (seq, d_model)
