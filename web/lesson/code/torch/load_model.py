"""Loads a model that a lab of the lesson, or posenc train --export, saved:
python3 load_model.py model.safetensors 3 1 4 2
"""

import json
import struct
import sys

import torch

from transformer import Transformer


def read_safetensors(path):
    """The tensors, all of 32-bit floats, and the metadata."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = bytearray(file.read())
    metadata, tensors = header.pop("__metadata__", {}), {}
    for name, place in header.items():
        if place["dtype"] != "F32":
            raise ValueError(f"{name} is of type {place['dtype']}, not F32")
        begin, end = place["data_offsets"]
        values = torch.frombuffer(data[begin:end], dtype=torch.float32)
        tensors[name] = values.reshape(place["shape"])
    return tensors, metadata


def load_model(path):
    tensors, options = read_safetensors(path)
    # What transformer.py does not have.
    usual = dict(layout="half_split", rotary="1", num_buckets="32", slopes="",
                 max_distance="128", layer_schemes="", windows="", bases="")
    for name, value in usual.items():
        if options[name] != value:
            raise ValueError(f"{name} must be {value!r} but is {options[name]!r}")
    heads = int(options["heads"])
    if options["scheme"] == "alibi" and heads & (heads - 1):
        raise ValueError(f"heads must be a power of two for ALiBi but is {heads}")
    vocabulary, d = tensors["embedding.weight"].shape
    model = Transformer(
        options["scheme"], vocabulary, len(tensors["head.bias"]), d,
        heads, int(options["layers"]),
        causal=options["direction"] == "causal",
        pooled=options["readout"] == "max_pool",
        base=float(options["base"]), rows=int(options["table_rows"]),
    )
    model.load_state_dict(tensors)  # an error unless all names and shapes fit
    return model


if __name__ == "__main__":
    tokens = torch.tensor([[int(token) for token in sys.argv[2:]]])
    print(load_model(sys.argv[1])(tokens).detach())
