"""RoPE (Su et al. 2021) in the two forms of published PyTorch code.

x holds queries or keys, (batch, heads, seq, head_dim).
"""

import torch
from torch import nn


def angles(max_len, head_dim, base=10000.0):
    """m w_i for each position m and pair i: (max_len, head_dim / 2)."""
    if head_dim % 2:
        raise ValueError(f"head_dim must be even but got {head_dim}")
    # In float64: the larger a float32 angle, the less exact it is.
    m = torch.arange(max_len, dtype=torch.float64)
    two_i = torch.arange(0, head_dim, 2, dtype=torch.float64)
    w = base ** (-two_i / head_dim)
    return m[:, None] * w  # (max_len, 1) * (head_dim / 2,)


def rows_of(table, start, x):
    """The rows for the words of x, the first of which is at `start`."""
    # Of (batch, heads, seq, head_dim), seq is the second-to-last axis.
    end = start + x.shape[-2]
    # A slice past the end would be cut short without an error.
    if end > len(table):
        raise IndexError(f"{end} words but only {len(table)} rows")
    return table[start:end]  # (seq, ...): no copy, a view of the table


# 1. With rotate_half. Pair i is components i and i + head_dim / 2
# (half-split), as in GPT-NeoX and in Llama as Hugging Face loads it.


def rotate_half(x):
    a, b = x.chunk(2, dim=-1)  # (..., head_dim / 2) each
    return torch.cat((-b, a), dim=-1)


def cos_sin(max_len, head_dim, base=10000.0):
    """Both (max_len, head_dim): each angle twice, half a row apart."""
    angle = angles(max_len, head_dim, base)
    angle = torch.cat((angle, angle), dim=-1)
    return angle.cos(), angle.sin()


def rope_half(x, cos, sin):
    # (batch, heads, seq, head_dim) * (seq, head_dim): axes are matched
    # from the right, so all heads of all texts share the rows. If x were
    # (batch, seq, heads, head_dim), it would need cos[:, None, :].
    out = x * cos + rotate_half(x) * sin
    return out.to(x.dtype)  # a bfloat16 x would become float32


class RopeHalf(nn.Module):
    """Rotates queries or keys by cosines and sines computed once."""

    def __init__(self, max_len, head_dim, base=10000.0):
        super().__init__()
        cos, sin = cos_sin(max_len, head_dim, base)
        # Moved with model.to(device), but not saved with the model.
        self.register_buffer("cos", cos.float(), persistent=False)
        self.register_buffer("sin", sin.float(), persistent=False)

    def forward(self, x, start=0):
        cos = rows_of(self.cos, start, x)  # (seq, head_dim)
        sin = rows_of(self.sin, start, x)
        return rope_half(x, cos, sin)


# 2. As complex numbers. Pair i is components 2i and 2i + 1
# (interleaved), as in Meta's own code for Llama.


def turns(max_len, head_dim, base=10000.0):
    """cos + i sin as two numbers: (max_len, head_dim / 2, 2)."""
    angle = angles(max_len, head_dim, base)
    return torch.stack((angle.cos(), angle.sin()), dim=-1)


def rope_complex(x, turn):
    # (batch, heads, seq, head_dim / 2, 2): neighbors become pairs, in
    # the table's dtype, as there are no complex bfloat16 numbers.
    pairs = x.to(turn.dtype).reshape(*x.shape[:-1], -1, 2)
    z = torch.view_as_complex(pairs)  # (batch, heads, seq, head_dim / 2)
    # Times (seq, head_dim / 2): one complex number rotates one pair.
    z = z * torch.view_as_complex(turn)
    # Back to pairs of real numbers, and to (batch, heads, seq, head_dim).
    return torch.view_as_real(z).flatten(-2).to(x.dtype)


class RopeComplex(nn.Module):
    """The same for models whose pairs are neighbors."""

    def __init__(self, max_len, head_dim, base=10000.0):
        super().__init__()
        # Real numbers, because model.to(torch.bfloat16) would drop the
        # imaginary parts of a complex buffer.
        turn = turns(max_len, head_dim, base).float()
        self.register_buffer("turn", turn, persistent=False)

    def forward(self, x, start=0):
        turn = rows_of(self.turn, start, x)  # (seq, head_dim / 2, 2)
        # bfloat16 becomes float32; float64 stays.
        wide = torch.promote_types(turn.dtype, torch.float32)
        return rope_complex(x, turn.to(wide))


def half_split_order(head_dim):
    """x[..., order] is in half-split layout if x is interleaved.

    Reorder the rows of a trained model's query and key weights like
    this, in each head, and the other form gives the same scores.
    """
    pair = torch.arange(0, head_dim, 2)
    return torch.cat((pair, pair + 1))
