// What of MicroPython is used here: it comes without types.
declare module '@micropython/micropython-webassembly-pyscript/micropython.mjs' {
  export function loadMicroPython(options: {
    /** Of its WebAssembly. */
    url: string;
    heapsize: number;
    linebuffer: boolean;
    stdout: (bytes: Uint8Array) => void;
  }): Promise<{
    globals: { get(name: string): unknown; set(name: string, value: unknown): void };
    runPython(code: string): unknown;
  }>;
}
