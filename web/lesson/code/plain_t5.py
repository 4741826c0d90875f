"""The buckets of T5's relative bias, without NumPy."""

import math


def bucket(relative, num_buckets=32, max_distance=128):
    """The bucket of key position - query position, both directions."""
    num_buckets //= 2
    first = num_buckets if relative > 0 else 0
    distance = abs(relative)
    exact = num_buckets // 2
    if distance < exact:
        return first + distance
    far = math.log(distance / exact) / math.log(max_distance / exact)
    far = exact + int(far * (num_buckets - exact))
    return first + min(far, num_buckets - 1)
