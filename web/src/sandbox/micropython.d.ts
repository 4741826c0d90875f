// The part of MicroPython that is used here: it has no types of its own.
declare module '@micropython/micropython-webassembly-pyscript/micropython.mjs' {
  export function loadMicroPython(options: {
    /** The address of its WebAssembly. */
    url: string;
    heapsize: number;
    linebuffer: boolean;
    stdout: (bytes: Uint8Array) => void;
  }): Promise<{
    globals: { get(name: string): unknown; set(name: string, value: unknown): void };
    runPython(code: string): unknown;
  }>;
}
