"""RoPE with plain lists, in both layouts of pairs."""

import math


def angles(position, d, base=10000.0):
    """One angle for each of d / 2 pairs."""
    if d % 2:
        raise ValueError(f"d must be even but got {d}")
    return [position * base ** (-i / d) for i in range(0, d, 2)]


def rotate_half(x):
    half = len(x) // 2
    return [-b for b in x[half:]] + x[:half]


def rope_half(x, position):
    """Half-split: pair i is x[i] and x[i + d / 2]."""
    angle = angles(position, len(x)) * 2  # the list twice, end to end
    return [
        a * math.cos(f) + b * math.sin(f)
        for a, b, f in zip(x, rotate_half(x), angle)
    ]


def rope_complex(x, position):
    """Interleaved: pair i is x[2i] + x[2i + 1] j, a complex number."""
    out = []
    for a, b, f in zip(x[0::2], x[1::2], angles(position, len(x))):
        z = complex(a, b) * complex(math.cos(f), math.sin(f))
        out += [z.real, z.imag]
    return out
