"""A tiny transformer with one of six position schemes, and its training:
python3 transformer.py [copy | order] [scheme ...]
"""

import math
import random
import sys

import torch
from torch import nn

SCHEMES = "none", "sinusoidal", "learned", "rope", "alibi", "t5"


def waves(seq, width, base):  # angles in double precision
    pairs = torch.arange(0, width, 2, dtype=torch.double)
    angles = torch.arange(seq)[:, None] * base ** (-pairs / width)
    return angles.sin().float(), angles.cos().float()  # (seq, width / 2) each


def rotate(x, base):  # RoPE; x: (batch, heads, seq, head_dim)
    sin, cos = waves(*x.shape[2:], base)
    a, b = x.chunk(2, -1)  # pairs from both halves
    return torch.cat((a * cos - b * sin, a * sin + b * cos), -1)


def t5_buckets(relative, causal):  # relative: key - query, in any shape
    side = 32 if causal else 16  # buckets of one direction
    distance = -relative.clamp(max=0) if causal else relative.abs()
    # Half of them hold one distance each, the others more and more.
    more = (distance / (side / 2)).clamp(min=1).log() / math.log(256 / side)
    bucket = distance.minimum((side / 2 * (1 + more)).long()).clamp(max=side - 1)
    return bucket if causal else bucket + side * (relative > 0)


class Layer(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

    def forward(self, x, bias, turned):  # x: (batch, seq, d)
        parts = self.qkv(self.norm1(x)).unflatten(-1, (3, self.heads, -1))
        q, k, v = parts.permute(2, 0, 3, 1, 4)  # (batch, heads, seq, head_dim)
        scores = turned(q) @ turned(k).mT / math.sqrt(q.shape[-1]) + bias
        x = x + self.out((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))
        return x + self.down(self.up(self.norm2(x)).relu())


class Transformer(nn.Module):
    def __init__(self, scheme, vocabulary, outputs, d, heads=4, layers=1,
                 causal=False, pooled=False, base=10000.0, rows=160):
        super().__init__()
        assert scheme in SCHEMES, f"scheme {scheme!r} is not one of {SCHEMES}"
        self.scheme, self.causal, self.pooled = scheme, causal, pooled
        self.d, self.heads, self.base = d, heads, base
        self.embedding = nn.Embedding(vocabulary, d)
        if scheme == "learned":
            self.positions = nn.Embedding(rows, d)
        if scheme == "t5":
            self.t5 = nn.Embedding(32, heads)  # for all layers
        self.layers = nn.ModuleList(Layer(d, heads) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, outputs)
        for name, part in self.named_modules():
            if isinstance(part, nn.Linear):  # q, k and v as if apart
                nn.init.xavier_uniform_(part.weight, 2**0.5 if "qkv" in name else 1)
                nn.init.zeros_(part.bias)
            elif name in ("embedding", "t5"):
                nn.init.normal_(part.weight, std=d**-0.5)

    def forward(self, tokens):  # (batch, seq)
        place = torch.arange(tokens.shape[1])
        relative = place - place[:, None]  # key - query: (seq, seq)
        x = self.embedding(tokens) * math.sqrt(self.d)
        bias, turned = torch.zeros(relative.shape), lambda x: x
        if self.scheme == "sinusoidal":
            x = x + torch.stack(waves(len(place), self.d, self.base), -1).flatten(1)
        elif self.scheme == "learned":
            x = x + self.positions(place)  # an IndexError past the last row
        elif self.scheme == "rope":
            turned = lambda x: rotate(x, self.base)
        elif self.scheme == "alibi":  # (heads, seq, seq), as T5's
            head = torch.arange(1, self.heads + 1)[:, None, None]
            bias = -(2 ** (-8 * head / self.heads)) * relative.abs()
        elif self.scheme == "t5":
            bias = self.t5(t5_buckets(relative, self.causal)).permute(2, 0, 1)
        bias = bias.masked_fill(self.causal & (relative > 0), -math.inf)
        for layer in self.layers:
            x = layer(x, bias, turned)
        x = self.norm(x)
        return self.head(x.max(1).values if self.pooled else x)


def train(model, batches, rate=5e-3, warmup=50, final=0.05, clip=1.0, beta2=0.99):
    def schedule(step):  # rises, then falls by half a cosine
        rise = min(1, (step + 1) / max(1, warmup))
        done = max(0, step + 1 - warmup) / max(1, len(batches) - warmup)
        return rise * (final + (1 - final) * (1 + math.cos(math.pi * done)) / 2)
    adam = torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, beta2))
    scheduler = torch.optim.lr_scheduler.LambdaLR(adam, schedule)
    for tokens, targets in batches:
        logits = model(tokens).flatten(0, -2)
        loss = nn.functional.cross_entropy(logits, targets.flatten())
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), clip)
        adam.step()
        scheduler.step()
        yield loss.item()


def order_batch(size, n):  # numbers in order (1), and out of order (0)
    rows = []
    for _ in range(size // 2):
        width = int(n * (41 / n) ** random.random())  # near, or far apart
        start = random.randint(0, 40 - width)
        row = sorted(random.sample(range(start, start + width), n))
        other = random.choice(7 * [row[:]] + 2 * [random.sample(row, n)] + [row[::-1]])
        if other == row:  # swaps two, rather neighbors
            i = random.randrange(n - 1)
            i, j = random.choice(4 * [(i, i + 1)] + 3 * [random.sample(range(n), 2)])
            other[i], other[j] = row[j], row[i]
        rows += row, other
    return torch.tensor(rows), torch.tensor((1, 0)).repeat(size // 2)


def main(task="copy", *schemes):
    for scheme in schemes or SCHEMES:
        torch.manual_seed(1)
        random.seed(1)
        if task == "copy":
            model = Transformer(scheme, 10, 10, d=16)
            batches = [(x, x) for x in torch.randint(5, (300, 32, 20))]
            losses = train(model, batches, 0.01, 0, 1.0, math.inf, 0.999)
            tests = [(x, x) for x in (torch.randint(5, (512, n)) for n in (20, 40))]
        else:
            model = Transformer(scheme, 40, 2, d=32, causal=True, pooled=True)
            batches = [order_batch(64, random.randint(4, 8)) for _ in range(800)]
            losses = train(model, batches)
            tests = [order_batch(512, n) for n in (8, 16, 32)]
        print(task, scheme, "loss", *(f"{loss:.3f}" for loss in list(losses)[::100]))
        for tokens, targets in tests:
            right = model(tokens).argmax(-1) == targets
            print(f"  length {tokens.shape[1]}: {right.float().mean():.1%} right")


if __name__ == "__main__":
    main(*sys.argv[1:])
