// The core as an npm package, in build/package: what another project imports as 'posenc'.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { minified } from './minified.mjs';
import { build, packageFolder, root } from './paths.mjs';
import { Stop } from './run.mjs';
import { coreNotices } from './site/licences.mjs';

const sources = join(root, 'web/src/core');

/** What the sources name by a relative path lies beside them in the package. @param {string} code */
const asPackaged = (code) =>
  code.replace(
    /(['"])\.[./]*\/(?:build\/wasm\/)?([\w-]+)\.(ts|mjs|wasm)\1/g,
    (_, quote, name, extension) =>
      `${quote}./${name}.${extension === 'ts' ? 'js' : extension}${quote}`,
  );

/** The JavaScript and the types of one source, without looking at others: `npm run lint` checks types.
 * @param {string} file */
function transpile(file) {
  const source = readFileSync(join(sources, file), 'utf8');
  const options = {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  };
  const script = ts.transpileModule(source, options);
  const types = ts.transpileDeclaration(source, options);
  const [problem] = [...(script.diagnostics ?? []), ...(types.diagnostics ?? [])];
  if (problem)
    throw new Stop(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
  return { script: asPackaged(script.outputText), types: asPackaged(types.outputText) };
}

/** @param {string} name of an entry */
const entry = (name) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });

/** Writes the package from the core's build. */
export function makePackage() {
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(packageFolder, { recursive: true });
  const write = (/** @type {string} */ file, /** @type {string} */ text) =>
    writeFileSync(join(packageFolder, file), text);

  for (const file of readdirSync(sources).filter((name) => name.endsWith('.ts'))) {
    const { script, types } = transpile(file);
    write(file.replace(/ts$/, 'js'), script);
    write(file.replace(/ts$/, 'd.ts'), types);
  }
  const wasm = join(build, 'wasm');
  const loader = readFileSync(join(sources, 'modules.ts'), 'utf8');
  for (const [, file] of loader.matchAll(/\b(posenc-[\w-]+)\.wasm\b/g)) {
    copyFileSync(join(wasm, `${file}.wasm`), join(packageFolder, `${file}.wasm`));
    // (Emscripten keeps the names of its glue.)
    write(`${file}.mjs`, minified(join(wasm, `${file}.mjs`), 'module'));
  }
  copyFileSync(join(wasm, 'posenc.d.mts'), join(packageFolder, 'posenc.d.mts'));
  for (const name of ['posenc-parameters', 'posenc-registry', 'posenc-verdicts']) {
    for (const file of ['mjs', 'd.mts'].map((extension) => `${name}.${extension}`)) {
      copyFileSync(join(wasm, file), join(packageFolder, file));
    }
  }
  copyFileSync(join(sources, 'README.md'), join(packageFolder, 'README.md'));
  write('licences.txt', coreNotices());

  const { name, version, description, keywords, license, repository } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const about = {
    name,
    version,
    description,
    keywords,
    license,
    repository,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    // For tools that do not know of exports: bundlers, and TypeScript with moduleResolution node10.
    main: './browser.js',
    types: './browser.d.ts',
    exports: {
      '.': { node: entry('node'), default: entry('browser') },
      './*.wasm': './*.wasm',
      './package.json': './package.json',
    },
  };
  write('package.json', `${JSON.stringify(about, null, 2)}\n`);
}
