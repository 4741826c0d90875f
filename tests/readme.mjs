// What the READMEs say, for the tests that hold them to the project.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

export const readmes = [
  'README.md',
  'cpp/README.md',
  'cpp/cli/README.md',
  'web/README.md',
  'web/src/core/README.md',
  'tests/README.md',
  'tools/README.md',
];

export const textOf = (/** @type {string} */ file) => readFileSync(file, 'utf8');

/** The blocks between ``` of a text, in one language or all. @param {string} text @param {string} [language] */
export const blocksIn = (text, language) =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, named]) => language === undefined || named === language)
    .map(([, , code = '']) => code);

/** @param {string} text */
const withoutBlocks = (text) => text.replaceAll(/^```\w*\n[\s\S]*?^```$/gm, '');

/** What stands between single backticks outside of blocks; a line break counts as a space. @param {string} text */
export const codeIn = (text) =>
  [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
    code.replaceAll('\n', ' '),
  );

/** @param {string} text */
export const linksIn = (text) =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);

/** The anchors of a text's headings, as GitHub makes them. @param {string} text */
export const anchorsIn = (text) =>
  [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

/** Every command line of a text that begins with a program, in its blocks and between backticks.
 * @param {string} text @param {string} program */
export const commandsIn = (text, program) =>
  [...blocksIn(text).flatMap((block) => block.split('\n')), ...codeIn(text)]
    .map((line) =>
      line
        .replace(/^\$ /, '')
        .replace(/\s+# .*$/, '')
        .replace(/^[A-Z_]+=\S+ /, ''),
    )
    .filter((line) => line === program || line.startsWith(`${program} `));

const root = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
/** The files of the project, and the folders that they are in. */
export const paths = new Set(
  root.stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((file) => {
      const parts = file.split('/');
      return parts.map((_, n) => parts.slice(0, n + 1).join('/'));
    }),
);

/** Whether a path of the project exists; * stands for anything within a name. @param {string} path */
export function exists(path) {
  const plain = path.replace(/\/$/, '');
  if (!plain.includes('*')) return paths.has(plain);
  const pattern = new RegExp(
    `^${plain.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`,
  );
  return [...paths].some((one) => pattern.test(one));
}

/** @param {string} text */
export const pathFaults = (text) =>
  codeIn(text)
    .filter((code) => /^(\.ci|\.github|cpp|tests|tools|web)(\/[\w.*\-/]*)?$/.test(code))
    .filter((code) => code !== 'posenc' && !exists(code));

/** Links of a text that lead nowhere. @param {string} file @param {string} text */
export const linkFaults = (file, text) =>
  linksIn(text)
    .filter((to) => !/^https?:/.test(to))
    .filter((to) => {
      const [path = '', anchor] = to.split('#');
      const target = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!paths.has(target)) return true;
      return anchor !== undefined && !anchorsIn(textOf(target)).includes(anchor);
    });

const { scripts } = JSON.parse(textOf('package.json'));
/** Those of npm itself that are used. */
const ofNpm = ['ci', 'install', 'pack', 'version'];

/** The parts of npm test, as it lists them itself. @type {string[] | undefined} */
let parts;
export function partsOfTest() {
  if (!parts) {
    const { stderr } = spawnSync(process.execPath, ['tools/test.mjs', 'no-such-part'], {
      encoding: 'utf8',
    });
    const [, list = ''] = /\bsome of (.*)$/m.exec(stderr) ?? [];
    parts = list.split(', ');
  }
  return parts;
}

/** @param {string} command */
export function npmCommandFaults(command) {
  const [program, first = '', ...rest] = command.split(' ');
  if (program !== 'npm') return [];
  const script = first === 'run' ? rest[0] : first;
  if (ofNpm.includes(first)) return [];
  if (script === undefined || !(script in scripts)) return [`there is no script for: ${command}`];
  if (script !== 'test') return [];
  return rest
    .filter((word) => !['--', 'all'].includes(word))
    .filter((word) =>
      word.startsWith('--')
        ? !textOf('tools/test.mjs').includes(word)
        : !partsOfTest().includes(word),
    )
    .map((word) => `npm test does not know ${word}: ${command}`);
}
