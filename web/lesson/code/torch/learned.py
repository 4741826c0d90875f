"""A learned table of positions, as in GPT-2 and BERT."""

import torch
from torch import nn


class LearnedPositions(nn.Module):
    """One row of parameters for each position from 0 to max_len - 1."""

    def __init__(self, max_len, d_model, std=0.02):
        super().__init__()
        # A parameter: it is saved and trained. A position that occurs n
        # times collects n gradients; one that is not looked up gets zero.
        self.table = nn.Embedding(max_len, d_model)
        # By default its numbers would have a standard deviation of 1.
        nn.init.normal_(self.table.weight, std=std)

    def forward(self, x, start=0):
        """x: (batch, seq, d_model); its first word is at `start`."""
        end = start + x.shape[1]
        last = self.table.num_embeddings - 1
        # Checked before the lookup: on a GPU a position out of range is
        # a "device-side assert", reported at some later line.
        if start < 0 or end - 1 > last:
            raise IndexError(
                f"positions must be from 0 to {last}"
                f" but got {start} to {end - 1}"
            )
        # Made on x's device: an index on another one is an error.
        positions = torch.arange(start, end, device=x.device)  # (seq,)
        rows = self.table(positions)  # (seq, d_model)
        return x + rows  # (batch, seq, d_model) + (seq, d_model)
