"""Causal attention with RoPE and a KV cache.

Decoding word by word must match reading the whole text at once.
"""

import numpy as np

from rope import cos_sin, rope_half


class KVCache:
    """Keys (rotated) and values of the words read so far."""

    def __init__(self):
        self.keys = self.values = None
        self.length = 0

    def append(self, k, v):
        """k, v: (batch, heads, seq, head_dim). Returns all up to now."""
        if self.length:
            k = np.concatenate((self.keys, k), axis=2)
            v = np.concatenate((self.values, v), axis=2)
        self.keys, self.values, self.length = k, v, k.shape[2]
        return k, v


class RotaryAttention:
    def __init__(self, max_len, head_dim, base=10000.0):
        # The buffer: computed once for all layers, heads and words.
        self.cos, self.sin = cos_sin(np.arange(max_len), head_dim, base)

    def scores(self, q, k, start):
        """q: (batch, heads, seq, head_dim), its first word at `start`;
        k: rotated keys, (batch, heads, start + seq, head_dim)."""
        seq, head_dim = q.shape[2:]
        q = self.rotate(q, start)
        scores = q @ k.swapaxes(-1, -2) / np.sqrt(head_dim)
        query = np.arange(start, start + seq)[:, None]  # (seq, 1)
        key = np.arange(k.shape[2])  # (start + seq,)
        # (batch, heads, seq, start + seq)
        return np.where(key <= query, scores, -np.inf)

    def rotate(self, x, start):
        end = start + x.shape[2]
        if end > len(self.cos):
            raise IndexError(f"{end} words but only {len(self.cos)} rows")
        # Not [:seq]: with a cache, the new words do not come first.
        return rope_half(x, self.cos[start:end], self.sin[start:end])

    def __call__(self, q, k, v, cache=None):
        """q, k, v: (batch, heads, seq, head_dim) of the new words."""
        start = cache.length if cache else 0  # words read before
        k = self.rotate(k, start)  # once: they are stored rotated
        if cache:
            # (batch, heads, start + seq, head_dim)
            k, v = cache.append(k, v)
        scores = self.scores(q, k, start)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        return weights @ v  # (batch, heads, seq, head_dim)


def largest_difference(batch=2, heads=3, seq=12, head_dim=8, seed=0):
    """Compares decoding word by word with the whole text at once."""
    rng = np.random.default_rng(seed)
    q, k, v = rng.normal(size=(3, batch, heads, seq, head_dim))
    attention = RotaryAttention(max_len=seq, head_dim=head_dim)
    whole = attention(q, k, v)
    cache = KVCache()
    steps = [
        attention(*(x[:, :, t : t + 1] for x in (q, k, v)), cache)
        for t in range(seq)
    ]
    return np.abs(np.concatenate(steps, axis=2) - whole).max()


if __name__ == "__main__":
    print(largest_difference())
