"""Causal attention with RoPE and a KV cache.

Decoding word by word must match reading the whole text at once.
"""

import torch
from torch import nn

from rope import RopeHalf


class KVCache:
    """Keys (rotated) and values of the words read so far."""

    def __init__(self):
        self.keys = self.values = None
        self.length = 0

    def append(self, k, v):
        """k, v: (batch, heads, seq, head_dim). Returns all up to now."""
        if self.length:
            k = torch.cat((self.keys, k), dim=2)
            v = torch.cat((self.values, v), dim=2)
        self.keys, self.values, self.length = k, v, k.shape[2]
        return k, v


class RotaryAttention(nn.Module):
    def __init__(self, d_model, n_heads, max_len, base=10000.0):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)
        # One table for all heads. Models share it between layers, too.
        self.rope = RopeHalf(max_len, d_model // n_heads, base)

    def split(self, x):
        """(batch, seq, d_model) to (batch, heads, seq, head_dim)."""
        batch, seq, _ = x.shape
        return x.view(batch, seq, self.n_heads, -1).transpose(1, 2)

    def scores(self, q, k, start):
        """q: rotated, (batch, heads, seq, head_dim), first word at `start`;
        k: rotated, (batch, heads, start + seq, head_dim)."""
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        seq, key_len = scores.shape[-2:]
        query = torch.arange(start, start + seq, device=q.device)[:, None]
        key = torch.arange(key_len, device=q.device)  # (start + seq,)
        # (batch, heads, seq, start + seq): no query sees a later key.
        return scores.masked_fill(key > query, float("-inf"))

    def forward(self, x, cache=None):
        """x: (batch, seq, d_model), the new words."""
        start = cache.length if cache else 0  # words read before
        q, k, v = map(self.split, self.qkv(x).chunk(3, dim=-1))
        # The new words do not come first: their rows begin at `start`.
        q = self.rope(q, start)
        k = self.rope(k, start)  # once: they are stored rotated
        if cache:
            # (batch, heads, start + seq, head_dim)
            k, v = cache.append(k, v)
        weights = self.scores(q, k, start).softmax(dim=-1)
        y = weights @ v  # (batch, heads, seq, head_dim)
        return self.out(y.transpose(1, 2).flatten(2))  # as x


@torch.no_grad()
def largest_difference(seq=12, seed=0):
    """Compares decoding word by word with the whole text at once."""
    torch.manual_seed(seed)
    attention = RotaryAttention(d_model=24, n_heads=3, max_len=seq).double()
    x = torch.randn(2, seq, 24, dtype=torch.float64)
    whole = attention(x)
    cache = KVCache()
    steps = [attention(x[:, t : t + 1], cache) for t in range(seq)]
    return (torch.cat(steps, dim=1) - whole).abs().max().item()


if __name__ == "__main__":
    print(largest_difference())
