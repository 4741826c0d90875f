"""RoPE (Su et al. 2021) in the three forms that published code uses.

x holds queries or keys, (batch, heads, seq, head_dim);
positions has shape (seq,).
"""

import numpy as np


def angles(positions, head_dim, base=10000.0):
    """m w_i for each position m and pair i: (seq, head_dim / 2)."""
    if head_dim % 2:
        raise ValueError(f"head_dim must be even but got {head_dim}")
    w = base ** (-np.arange(0, head_dim, 2) / head_dim)
    # (seq, 1) * (head_dim / 2,)
    return np.asarray(positions)[:, None] * w


# 1. As a matrix. Pair i is components 2i and 2i + 1 (interleaved). The
# form of the paper's equations, and too slow for anything but tests.


def rotation_matrices(positions, head_dim, base=10000.0):
    """R_m for each position m: (seq, head_dim, head_dim)."""
    angle = angles(positions, head_dim, base)
    a = np.arange(0, head_dim, 2)  # first components of the pairs
    b = a + 1  # second components
    matrices = np.zeros((len(angle), head_dim, head_dim))
    matrices[:, a, a] = matrices[:, b, b] = np.cos(angle)
    matrices[:, a, b] = -np.sin(angle)
    matrices[:, b, a] = np.sin(angle)
    return matrices


def rope_matrix(x, positions, base=10000.0):
    matrices = rotation_matrices(positions, x.shape[-1], base)
    # (seq, head_dim, head_dim) @ (batch, heads, seq, head_dim, 1)
    return (matrices @ x[..., None])[..., 0]


# 2. With rotate_half. Pair i is components i and i + head_dim / 2
# (half-split), as in GPT-NeoX and in Llama as Hugging Face loads it.


def cos_sin(positions, head_dim, base=10000.0):
    """Both (seq, head_dim): each angle twice, half a row apart."""
    angle = angles(positions, head_dim, base)
    angle = np.concatenate((angle, angle), axis=-1)
    return np.cos(angle), np.sin(angle)


def rotate_half(x):
    a, b = np.split(x, 2, axis=-1)  # (..., head_dim / 2) each
    return np.concatenate((-b, a), axis=-1)


def rope_half(x, cos, sin):
    # (batch, heads, seq, head_dim) * (seq, head_dim)
    return x * cos + rotate_half(x) * sin


# 3. As complex numbers. Pair i is components 2i and 2i + 1
# (interleaved), as in Meta's own code for Llama.


def rope_complex(x, positions, base=10000.0):
    turn = np.exp(1j * angles(positions, x.shape[-1], base))
    # (batch, heads, seq, head_dim / 2) * (seq, head_dim / 2)
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * turn
    out = np.empty(x.shape)
    out[..., 0::2], out[..., 1::2] = z.real, z.imag
    return out


def half_split_order(head_dim):
    """x[..., order] is in half-split layout if x is interleaved.

    Reorder the output features of a trained model's query and key
    projections like this, in each head, and the other form gives the
    same scores.
    """
    pair = np.arange(0, head_dim, 2)
    return np.concatenate((pair, pair + 1))
