// The page in which learners' programs run: all scripts stand in it, and its policy lets nothing else run or be reached.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as viteBuild } from 'vite';
import { build, root } from '../paths.mjs';
import { browsers } from './browsers.mjs';

/** As other files name it. */
export const sandboxName = 'sandbox.html';

/** What a worker runs, Python with it, for the page to fetch and hand over. */
const pythonScript = join(build, 'lesson/python.js');

/**
 * A script, whole.
 * @param {string} name @param {Record<string, string>} define
 */
async function script(name, define) {
  const result = await viteBuild({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: browsers,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(root, 'web/src', name),
        output: { format: 'iife' },
      },
    },
  });
  const [chunk] = 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${name} was not built`);
  return chunk.code.trim();
}

/** For a script that stands in a page: a tag would end it. @param {string} code */
const escapedForScript = (code) => code.replaceAll(/<(?=[/!]|script)/gi, '\\x3c');

const micropython = 'node_modules/@micropython/micropython-webassembly-pyscript/micropython.wasm';

/** What an exercise in code brings when it is opened, packed, in thousands of bytes. @param {string} python */
async function kilobytes(python) {
  const editor = await script('exercises/code/editor.ts', {});
  const packed = [python, editor, readFileSync(join(root, micropython))];
  const bytes = packed.reduce((sum, one) => sum + gzipSync(one).length, 0);
  return Math.round(bytes / 1000);
}

/** MicroPython is a module, and where there is no origin browsers start no worker from a module: it is made a script. The result is what scripts need to know of it. */
export async function writePython() {
  // What it would do in Node waits, which a script cannot.
  const define = {
    'import.meta.url': '""',
    'globalThis.process': 'undefined',
    process: 'undefined',
  };
  mkdirSync(dirname(pythonScript), { recursive: true });
  const python = await script('sandbox/python.worker.ts', define);
  writeFileSync(pythonScript, python);
  return { editorAndPythonKb: await kilobytes(python) };
}

/** @param {string} code */
const hashOf = (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** @param {string} code @param {string} head */
const pageOf = (code, head) =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8" />${head}<title>Python</title></head><body><script>${code}</script></body></html>\n`;

/** The page, ready to be served. */
export async function sandboxHtml() {
  const frame = escapedForScript(await script('sandbox/frame.ts', {}));
  const page = JSON.stringify(pageOf(frame, ''));
  const outer = escapedForScript(await script('sandbox/sandbox.ts', { page }));
  // The inner page and its worker have the policy of what they come from: this one's.
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(outer)} ${hashOf(frame)} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return pageOf(outer, `<meta http-equiv="Content-Security-Policy" content="${policy}" />`);
}
