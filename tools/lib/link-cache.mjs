// What Emscripten has linked before, for any clone: ccache knows compiling alone, and optimizing a whole module takes
// longer than that. CMake starts every link of the WebAssembly build through this script:
//   node link-cache.mjs em++ ARGUMENTS...
// The key is all that a link reads: its arguments, its objects, which Emscripten it is, and what it takes out of libraries.
// That is known from an earlier link: objects that are the same take the same out of libraries, as no symbol is defined
// twice. So a change of a file in a library links only the modules that use it.
// With POSENC_DRAFT_LINKS what has not been linked before is linked without optimizing, which takes a fifth of the time.
// It is marked by a file OUTPUT.draft beside it, so that other builds link it again (tools/lib/drafts.mjs).
// It runs inside the toolchain, by the Node of that.
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
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { archiveMembers } from './archive-members.mjs';

/** More than that is not kept: a link is one to ten MB, and the list of what it has taken a second file. */
const maxStored = 160;

const [command = '', ...args] = process.argv.slice(2);
const { POSENC_LINK_CACHE: folder, POSENC_DRAFT_LINKS: wantsDraft, EM_CACHE = '' } = process.env;

const level = args.filter((arg) => /^-O./.test(arg)).at(-1) ?? '-O0';
/** The arguments of a draft; null if this is to be linked as it is. */
const draftArgs =
  wantsDraft && !['-O0', '-O1'].includes(level)
    ? [...args.filter((arg) => !/^(-O.|-sBINARYEN_EXTRA_PASSES=.*)$/.test(arg)), '-O1']
    : null;

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

/** @param {(string | Buffer)[]} parts */
function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(createHash('sha256').update(part).digest());
  return hash.digest('hex');
}

/** The members of all libraries, as the linker names them: "libposenc_core.a(rotary.cpp.o)". */
function allMembers() {
  /** @type {Map<string, Buffer[]>} */
  const all = new Map();
  for (const library of args.filter((arg) => arg.endsWith('.a'))) {
    const bytes = readFileSync(library);
    const members = archiveMembers(bytes) ?? new Map([['', [bytes]]]);
    for (const [name, data] of members) all.set(`${library}(${name})`, data);
  }
  return all;
}

/** What a link has taken out of libraries, from its own list. @param {string} list @param {Iterable<string>} all */
function takenFrom(list, all) {
  // What does not write the list may have taken all.
  if (!existsSync(list)) return [...all];
  const text = readFileSync(list, 'utf8');
  return [...all].filter((member) => member.endsWith('()') || text.includes(`\t${member}\t`));
}

/** @param {string[]} how its arguments */
function link(how) {
  const { status } = spawnSync(command, how, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  return status === 0;
}

/** The oldest go first. @param {string} folder */
function forgetSome(folder) {
  // (Other clones forget and rename at the same time.)
  const age = (/** @type {string} */ name) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const all = readdirSync(folder).map((name) => ({ name, at: age(name) }));
  all.sort((a, b) => b.at - a.at);
  for (const { name } of all.slice(maxStored))
    rmSync(join(folder, name), { recursive: true, force: true });
}

/** @param {string} folder @param {string} name @param {string[]} files */
function keep(folder, name, files) {
  const partial = join(folder, `${name}.${process.pid}`);
  mkdirSync(partial, { recursive: true });
  for (const file of files) copyFileSync(file, join(partial, basename(file)));
  try {
    renameSync(partial, join(folder, name));
  } catch {
    // Another clone was faster.
    rmSync(partial, { recursive: true, force: true });
  }
  forgetSome(folder);
}

/**
 * What is kept of links with some arguments.
 * @param {string} folder @param {readonly string[]} how the arguments @param {Map<string, Buffer[]>} members
 */
function cachedLinks(folder, how, members) {
  const objects = how.filter((arg) => arg.endsWith('.o')).map((arg) => readFileSync(arg));
  const base = hashOf([JSON.stringify([command, how, EM_CACHE]), ...objects]);
  const lists = join(folder, `${base}.json`);
  /** What earlier links of the same objects have taken. @type {string[][]} */
  const known = existsSync(lists) ? JSON.parse(readFileSync(lists, 'utf8')) : [];
  const nameOf = (/** @type {string[]} */ taken) =>
    hashOf([base, ...taken.flatMap((member) => [member, ...(members.get(member) ?? [])])]);
  return {
    /** Returns whether it was there. @param {string[]} files */
    copy(files) {
      const found = known.map((taken) => join(folder, nameOf(taken))).find(existsSync);
      if (!found) return false;
      for (const file of files) copyFileSync(join(found, basename(file)), file);
      for (const used of [found, lists].filter(existsSync))
        utimesSync(used, new Date(), new Date());
      return true;
    },
    /** @param {string[]} taken @param {string[]} files */
    keep(taken, files) {
      keep(folder, nameOf(taken), files);
      const others = known.filter((one) => JSON.stringify(one) !== JSON.stringify(taken));
      writeFileSync(`${lists}.${process.pid}`, JSON.stringify([taken, ...others].slice(0, 20)));
      renameSync(`${lists}.${process.pid}`, lists);
    },
  };
}

/** Returns whether a draft has been made. @param {string} folder @param {string} made */
function linkOrCopy(folder, made) {
  const files = written(made);
  const members = allMembers();
  const links = cachedLinks(folder, args, members);
  if (links.copy(files)) return false;
  const drafts = draftArgs && cachedLinks(folder, draftArgs, members);
  if (drafts?.copy(files)) return true;
  const list = `${made}.members`;
  rmSync(list, { force: true });
  const isMade = link([...(draftArgs ?? args), `-Wl,--why-extract=${list}`]);
  if (isMade && files.every((file) => existsSync(file)))
    (drafts ?? links).keep(takenFrom(list, members.keys()), files);
  rmSync(list, { force: true });
  return draftArgs !== null;
}

const output = after('-o');
// What reads a file of arguments, or writes nothing known, is linked as ever.
if (!folder || !output || args.some((arg) => arg.startsWith('@'))) {
  link(draftArgs ?? args);
  if (draftArgs && output) writeFileSync(`${output}.draft`, '');
} else if (linkOrCopy(folder, output)) writeFileSync(`${output}.draft`, '');
else rmSync(`${output}.draft`, { force: true });
