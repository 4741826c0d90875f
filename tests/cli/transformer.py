# Runs web/lesson/code/torch: python3 transformer.py FOLDER. Standard input is a JSON array of runs, each with the files of
# posenc train: weights, batches, and the weights after them. Answers with PyTorch's version and, for each run, the losses
# on these batches, and the logits of the weights after them for some tokens.
import json
import math
import sys

sys.path[:0] = sys.argv[1:]
import torch
from load_model import load_model, read_safetensors
from transformer import train


def answer(run):
    tensors, _ = read_safetensors(run["batches"])
    batches = [
        tuple(tensors[f"{step}.{part}"].long() for part in ("tokens", "targets"))
        for step in range(len(tensors) // 2)
    ]
    _, options = read_safetensors(run["after"])
    number = lambda name: float(options[name])
    losses = train(
        load_model(run["weights"]),
        batches,
        rate=number("learning_rate"),
        warmup=int(options["warmup"]),
        final=number("final_rate"),
        clip=number("clip") or math.inf,
        beta2=number("beta2"),
    )
    logits = load_model(run["after"])(torch.tensor([run["tokens"]]))
    return {"losses": list(losses), "logits": logits.flatten().tolist()}


torch.set_num_threads(1)
runs = json.load(sys.stdin)
print(json.dumps({"torch": torch.__version__, "runs": [answer(run) for run in runs]}))
