// Api (web/src/core/api.ts) is what people read; that it is true of the build is for the compiler to find.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';

const loader = 'web/src/core/modules.ts';
const config = 'web/src/core/tsconfig.json';
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(config, ts.sys.readFile).config,
  ts.sys,
  'web/src/core',
);

/** The files that are the same in every run. @type {Map<string, ts.SourceFile | undefined>} */
const read = new Map();

/** What the compiler says of the loader once the types of the build are changed.
 * @param {(types: string) => string} change */
function complaint(change) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, target) => {
    if (name.endsWith('build/wasm/posenc.d.mts')) {
      const built = ts.sys.readFile(name) ?? '';
      const changed = change(built);
      assert.ok(change === asBuilt || changed !== built, 'nothing was changed');
      return ts.createSourceFile(name, changed, target);
    }
    if (!read.has(name)) read.set(name, getSourceFile(name, target));
    return read.get(name);
  };
  const program = ts.createProgram([loader], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(loader))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    .join('\n');
}

const asBuilt = (/** @type {string} */ types) => types;

test('the build is as documented', () => {
  assert.equal(complaint(asBuilt), '');
});

for (const [title, change, told] of /** @type {[string, (types: string) => string, RegExp][]} */ ([
  [
    'a function that is documented and not there',
    (types) => types.replace(/^ {2}signChanges\(.*\n/m, ''),
    /Property 'signChanges' is missing/,
  ],
  [
    'a function that is there and not documented',
    (types) => types.replace('  turns(', '  unheardOf(_0: number): { value: number };\n  turns('),
    /Types of property 'unheardOf' are incompatible/,
  ],
  [
    'another result',
    (types) => types.replace(/(sinusoidalColumns\(.*)cols: number/, '$1columns: number'),
    /Property 'cols' is missing/,
  ],
  [
    'another error',
    (types) => types.replace(/(turns\(.*)'too-large'/, "$1'too-small'"),
    /'"too-small"' is not assignable to type 'ErrorCode'/,
  ],
  [
    'another argument',
    (types) => types.replace(/(turns\(.*)_1: number/, '$1_1: string'),
    /Type 'number' is not assignable to type 'string'/,
  ],
  [
    'an argument more',
    (types) => types.replace(/(turns\(.*)_1: number/, '$1_1: number, _2: number'),
    /Source has 2 element\(s\) but target requires 3/,
  ],
  [
    'an argument less',
    (types) => types.replace(/(turns\(.*), _1: number/, '$1'),
    /Source has 2 element\(s\) but target allows only 1/,
  ],
])) {
  test(`a type error: ${title}`, () => {
    assert.match(complaint(change), told);
  });
}
