"""ALiBi (Press, Smith and Lewis 2022): a price for distance."""

import torch
from torch import nn


def alibi_slopes(n_heads):
    """2^(-8h / n) for h = 1 ... n, where n is a power of two: (n_heads,).

    For other numbers of heads the released code uses the slopes of the
    largest power of two below, then every other slope of twice as many.
    """
    if n_heads < 1:
        raise ValueError(f"n_heads must be at least 1 but got {n_heads}")
    power = 1 << (n_heads.bit_length() - 1)
    h = torch.arange(1, power + 1, dtype=torch.float64)
    slopes = 2.0 ** (-8.0 * h / power)
    # 1, 3, 5, ... or nothing. (torch.arange refuses a stop below its
    # start, such as arange(1, 0, 2).)
    odd = 2 * torch.arange(n_heads - power, dtype=torch.float64) + 1
    more = 2.0 ** (-8.0 * odd / (2 * power))
    return torch.cat((slopes, more))


def alibi_bias(slopes, query_len, key_len):
    """-slope * distance: (n_heads, query_len, key_len).

    The queries are the last `query_len` of `key_len` words. When
    decoding with a KV cache, query_len is 1.
    """
    device = slopes.device
    query = torch.arange(key_len - query_len, key_len, device=device)
    key = torch.arange(key_len, device=device)
    distance = (query[:, None] - key).abs()  # (query_len, key_len)
    # (n_heads, 1, 1) * (query_len, key_len)
    return -slopes[:, None, None] * distance


class AlibiWeights(nn.Module):
    """Causal attention weights with the bias."""

    def __init__(self, n_heads):
        super().__init__()
        # Moved with model.to(device), but neither trained nor saved.
        slopes = alibi_slopes(n_heads).float()
        self.register_buffer("slopes", slopes, persistent=False)

    def forward(self, q, k):
        """q: (batch, n_heads, query_len, head_dim), k: with key_len."""
        query_len, key_len = q.shape[2], k.shape[2]
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        # In float32: bfloat16 cannot represent odd numbers above 256.
        # (It would round the slopes, too: keep this module in float32.)
        bias = alibi_bias(self.slopes.float(), query_len, key_len)
        # (batch, n_heads, query_len, key_len)
        # + (n_heads, query_len, key_len), after the division by
        # sqrt(head_dim), not before.
        scores = scores + bias
        sees = torch.ones_like(scores, dtype=torch.bool)
        sees = sees.tril(diagonal=key_len - query_len)  # causal
        scores = scores.masked_fill(~sees, float("-inf"))
        return scores.softmax(dim=-1).to(q.dtype)
