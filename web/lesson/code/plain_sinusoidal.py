"""The sinusoidal encoding with plain lists."""

import math


def sinusoidal_row(pos, d, base=10000.0):
    """PE(pos): d numbers, a sine and a cosine for each pair."""
    if d % 2:
        raise ValueError(f"d must be even but got {d}")
    row = []
    for i in range(0, d, 2):
        angle = pos * base ** (-i / d)
        row += [math.sin(angle), math.cos(angle)]
    return row
