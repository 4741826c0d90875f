// The Python code that runs a learner's program in MicroPython and evaluates calls after it.

/** A program has its own namespace, and this code does not appear in its tracebacks. */
export const setUp = `
import builtins
def input(*_):
    raise RuntimeError("there is nobody to ask: input() does not work here")
builtins.input = input
names = {"__name__": "__main__"}
`;
/** Runs the program in the global `source`. */
export const run = `exec(compile(source, "<program>", "exec"), names)`;
/** Evaluates the global `call` and puts its result into the global `result`. */
export const evaluate = `result = repr(eval(compile(call, "<call>", "eval"), names))`;
