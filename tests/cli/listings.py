# Runs the lesson's listings: python3 listings.py FOLDER ... Each line of standard input is a JSON array [module, given,
# program]. The program sees the names of that module in the first FOLDER with it, the given values and np. A line of JSON
# answers it: what it left in `result`, if anything, or the error that it raised.
import importlib
import json
import sys

import numpy as np


def plain(value):
    """For JSON; minus infinity, which masks, is null."""
    if hasattr(value, "tolist"):  # of NumPy or PyTorch
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return None if value == -np.inf else value


def answer(module, given, program):
    names = {**vars(importlib.import_module(module)), "np": np, **given}
    try:
        exec(program, names)
    except (IndexError, ValueError) as error:
        return {"error": f"{type(error).__name__}: {error}"}
    return {"got": plain(names.get("result"))}


sys.path[:0] = sys.argv[1:]
for line in sys.stdin:
    print(json.dumps(answer(*json.loads(line)), allow_nan=False), flush=True)
