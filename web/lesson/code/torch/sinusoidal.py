"""The sinusoidal encoding (Vaswani et al. 2017, section 3.5)."""

import torch
from torch import nn


def sinusoidal_table(max_len, d_model, base=10000.0):
    """PE(pos, 2i) = sin(pos w_i), PE(pos, 2i + 1) = cos(pos w_i)."""
    if d_model % 2:
        raise ValueError(f"d_model must be even but got {d_model}")
    # In float64: a float32 angle is off by 1e-6 at position 60, and by
    # more farther on.
    pos = torch.arange(max_len, dtype=torch.float64)  # (max_len,)
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    w = base ** (-two_i / d_model)  # (d_model / 2,)
    # (max_len, 1) * (d_model / 2,) broadcasts to (max_len, d_model / 2)
    angle = pos[:, None] * w
    table = torch.empty(max_len, d_model, dtype=torch.float64)
    table[:, 0::2] = angle.sin()  # even columns
    table[:, 1::2] = angle.cos()  # odd columns
    return table


class SinusoidalEncoding(nn.Module):
    """Adds the table to word embeddings, then applies dropout."""

    def __init__(self, max_len, d_model, base=10000.0, dropout=0.1):
        super().__init__()
        table = sinusoidal_table(max_len, d_model, base)
        # A buffer moves with model.to(device) and has no gradient. What
        # can be computed again is not saved: persistent=False.
        self.register_buffer("table", table.float(), persistent=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, start=0):
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
        # (batch, seq, d_model) + (seq, d_model). Without .to, a bfloat16
        # x would become float32.
        x = x + rows.to(x.dtype)
        return self.dropout(x)  # of the sum, and only in model.train()
