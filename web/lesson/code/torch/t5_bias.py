"""T5's relative bias (Raffel et al. 2020, section 2.1)."""

import math

import torch
from torch import nn


def relative_bucket(
    relative, bidirectional=True, num_buckets=32, max_distance=128
):
    """The buckets of key position - query position, in any shape."""
    if bidirectional:
        num_buckets //= 2
        first = (relative > 0).long() * num_buckets  # later keys
        distance = relative.abs()
    else:
        first = 0
        distance = (-relative).clamp(min=0)  # later keys are masked anyway
    exact = num_buckets // 2  # short distances have a bucket each
    # Farther ones share buckets that widen with the logarithm. (The clamp
    # avoids log(0), for distances that are not used here.)
    far = torch.log(distance.clamp(min=exact) / exact)
    far = far / math.log(max_distance / exact) * (num_buckets - exact)
    far = (exact + far.long()).clamp(max=num_buckets - 1)
    return first + torch.where(distance < exact, distance, far)


class T5Bias(nn.Module):
    """A learned number for each bucket and head, added to the scores."""

    def __init__(self, n_heads, num_buckets=32, **options):
        """A decoder passes bidirectional=False."""
        super().__init__()
        self.table = nn.Embedding(num_buckets, n_heads)
        self.options = {"num_buckets": num_buckets, **options}

    def forward(self, query_len, key_len):
        """(n_heads, query_len, key_len), to be added to scores of shape
        (batch, n_heads, query_len, key_len). The queries are the last
        `query_len` of `key_len` words: 1 when decoding with a KV cache.
        """
        device = self.table.weight.device
        query = torch.arange(key_len - query_len, key_len, device=device)
        key = torch.arange(key_len, device=device)
        # (key_len,) - (query_len, 1) broadcasts to (query_len, key_len)
        bucket = relative_bucket(key - query[:, None], **self.options)
        bias = self.table(bucket)  # (query_len, key_len, n_heads)
        return bias.permute(2, 0, 1)
