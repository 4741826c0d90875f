// What Emscripten has linked before, for any clone: ccache knows compiling alone, and optimizing a whole module takes
// longer than that. CMake starts every link of the WebAssembly build through this script:
//   node link-cache.mjs em++ ARGUMENTS...
// The key is all that a link reads: its arguments, its objects and libraries, and which Emscripten it is. Imports
// nothing of the project, as it runs inside the toolchain.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** More links than that are not kept: each is one to ten MB. */
const maxKept = 80;

const [command = '', ...args] = process.argv.slice(2);
const { POSENC_LINK_CACHE: folder, EM_CACHE = '' } = process.env;

/** @param {string} option */
const after = (option) => {
  const at = args.indexOf(option);
  return at < 0 ? undefined : args[at + 1];
};

/** The files that a link writes. @param {string} output */
function written(output) {
  const types = after('--emit-tsd');
  const module = output.replace(/\.[cm]js$/, '.wasm');
  return [output, module, ...(types ? [join(dirname(output), types)] : [])];
}

function key() {
  const hash = createHash('sha256').update(JSON.stringify([command, args, EM_CACHE]));
  for (const arg of args) {
    if (/\.(o|a)$/.test(arg)) hash.update(readFileSync(arg));
  }
  return hash.digest('hex');
}

function link() {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  return status === 0;
}

/** The oldest go first. @param {string} kept */
function forgetSome(kept) {
  // (Other clones forget and rename at the same time.)
  const age = (/** @type {string} */ name) =>
    statSync(join(kept, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const all = readdirSync(kept).map((name) => ({ name, at: age(name) }));
  all.sort((a, b) => b.at - a.at);
  for (const { name } of all.slice(maxKept))
    rmSync(join(kept, name), { recursive: true, force: true });
}

/** @param {string} kept @param {string} name @param {string[]} files */
function keep(kept, name, files) {
  const partial = join(kept, `${name}.${process.pid}`);
  mkdirSync(partial, { recursive: true });
  for (const file of files) copyFileSync(file, join(partial, basename(file)));
  try {
    renameSync(partial, join(kept, name));
  } catch {
    // Another clone was faster.
    rmSync(partial, { recursive: true, force: true });
  }
  forgetSome(kept);
}

const output = after('-o');
// What reads a file of arguments, or writes nothing known, is linked as ever.
if (!folder || !output || args.some((arg) => arg.startsWith('@'))) link();
else {
  const files = written(output);
  const name = key();
  const found = join(folder, name);
  if (existsSync(found)) {
    for (const file of files) copyFileSync(join(found, basename(file)), file);
    utimesSync(found, new Date(), new Date());
  } else if (link() && files.every((file) => existsSync(file))) keep(folder, name, files);
}
