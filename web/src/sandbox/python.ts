// What runs a learner's program in MicroPython, and evaluates a call after it.

/** A program has names of its own, and sees the words that run it in no traceback. */
export const setUp = `
import builtins
def input(*_):
    raise RuntimeError("there is nobody to ask: input() does not work here")
builtins.input = input
names = {"__name__": "__main__"}
`;
/** Runs the program in the global `source`. */
export const run = `exec(compile(source, "<program>", "exec"), names)`;
/** Evaluates the global `call`; its result is in the global `result`. */
export const evaluate = `result = repr(eval(compile(call, "<call>", "eval"), names))`;
