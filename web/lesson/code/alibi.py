"""ALiBi (Press, Smith and Lewis 2022): a price for distance."""

import numpy as np


def alibi_slopes(n_heads):
    """2^(-8h / n) for h = 1 ... n, where n is a power of two: (n_heads,).

    For other numbers of heads the released code uses the slopes of the
    largest power of two below, then every other slope of twice as many.
    """
    if n_heads < 1:
        raise ValueError(f"n_heads must be at least 1 but got {n_heads}")
    power = 1 << (n_heads.bit_length() - 1)
    slopes = 2.0 ** (-8.0 * np.arange(1, power + 1) / power)
    odd = np.arange(1, 2 * (n_heads - power), 2)  # 1, 3, 5, ...
    more = 2.0 ** (-8.0 * odd / (2 * power))
    return np.concatenate((slopes, more))


def alibi_bias(n_heads, query_len, key_len):
    """-slope * distance: (n_heads, query_len, key_len).

    The queries are the last `query_len` of `key_len` words. Decoding with
    a KV cache, query_len is 1.
    """
    slope = alibi_slopes(n_heads)[:, None, None]
    query = np.arange(key_len - query_len, key_len)[:, None]
    key = np.arange(key_len)
    # (n_heads, 1, 1) * |(query_len, 1) - (key_len,)|
    return -slope * np.abs(query - key)


def alibi_attention_weights(q, k):
    """q: (batch, n_heads, query_len, head_dim), k: key_len of the same."""
    n_heads, query_len, head_dim = q.shape[1:]
    key_len = k.shape[2]
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(head_dim)
    # (batch, n_heads, query_len, key_len) + (n_heads, query_len, key_len):
    # after the division by sqrt(head_dim), not before.
    scores = scores + alibi_bias(n_heads, query_len, key_len)
    sees = np.tri(query_len, key_len, key_len - query_len, dtype=bool)
    scores = np.where(sees, scores, -np.inf)  # causal
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
