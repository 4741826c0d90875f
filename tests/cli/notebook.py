# Runs a notebook without Jupyter: python3 notebook.py FILE. Prints a JSON array with the outputs of each code cell, as a
# notebook stores them, and the variable `table` as it is at the end.
import ast
import json
import sys
import types


class HTML:
    """Stands in for IPython.display.HTML."""

    def __init__(self, data):
        self.data = data


def outputs(source, names):
    *statements, last = ast.parse(source).body
    exec(compile(ast.Module(statements, []), "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([last], []), "cell", "exec"), names)
        return None
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if isinstance(value, HTML):
        return {"text/html": value.data, "text/plain": "<IPython.core.display.HTML object>"}
    return {"text/plain": repr(value)}


display = types.ModuleType("IPython.display")
display.HTML = HTML
sys.modules["IPython"] = types.ModuleType("IPython")
sys.modules["IPython.display"] = display

with open(sys.argv[1], encoding="utf-8") as file:
    cells = json.load(file)["cells"]
names = {}
shown = [outputs("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"]
print(json.dumps({"outputs": shown, "table": names["table"].tolist()}))
