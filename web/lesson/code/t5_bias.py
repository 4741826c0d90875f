"""T5's relative bias (Raffel et al. 2020, section 2.1)."""

import numpy as np


def relative_bucket(
    relative, bidirectional=True, num_buckets=32, max_distance=128
):
    """The buckets of key position - query position, in any shape."""
    relative = np.asarray(relative)
    if bidirectional:
        num_buckets //= 2
        first = np.where(relative > 0, num_buckets, 0)  # later keys
        distance = np.abs(relative)
    else:
        first = 0
        distance = np.maximum(-relative, 0)  # later keys are masked anyway
    exact = num_buckets // 2  # short distances have a bucket each
    # Farther ones share buckets that widen with the logarithm. (The
    # maximum avoids log(0), for distances that are not used here.)
    far = np.log(np.maximum(distance, exact) / exact)
    far = far / np.log(max_distance / exact) * (num_buckets - exact)
    far = np.minimum(exact + far.astype(int), num_buckets - 1)
    return first + np.where(distance < exact, distance, far)


def t5_bias(table, query_len, key_len, **options):
    """table: learned, (num_buckets, n_heads).

    Returns (n_heads, query_len, key_len), to be added to scores of shape
    (batch, n_heads, query_len, key_len). The queries are the last
    `query_len` of `key_len` words: 1 when decoding with a KV cache.
    A decoder passes bidirectional=False.
    """
    query = np.arange(key_len - query_len, key_len)[:, None]
    key = np.arange(key_len)
    # (key_len,) - (query_len, 1) broadcasts to (query_len, key_len)
    bucket = relative_bucket(key - query, num_buckets=len(table), **options)
    bias = table[bucket]  # (query_len, key_len, n_heads)
    return bias.transpose(2, 0, 1)
