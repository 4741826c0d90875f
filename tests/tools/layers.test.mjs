import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsIn } from '../../tools/lib/layers.mjs';

/** @param {Record<string, string>} files */
const violations = (files) => violationsIn(new Map(Object.entries(files)));

test('what the architecture allows is allowed', () => {
  assert.deepEqual(
    violations({
      'cpp/include/posenc/error.hpp': '#include <string>\n',
      'cpp/include/posenc/encoding/sinusoidal.hpp':
        '#include <Eigen/Core>\n#include "posenc/error.hpp"\n',
      'cpp/src/analysis/shift.cpp': '#include "posenc/encoding/sinusoidal.hpp"\n#include <cmath>\n',
      'cpp/cli/main.cpp': '#include <nlohmann/json.hpp>\n#include "posenc/error.hpp"\n',
      'web/src/core/modules.ts':
        "import('../../../build/wasm/posenc-claims.mjs');\nnew URL('../../../build/wasm/posenc-claims.wasm', import.meta.url);\n",
      'web/src/core/node.ts': "import { readFile } from 'node:fs/promises';\n",
      'web/src/figures/heatmap/heatmap.ts':
        "import { html } from 'lit';\nimport { compute } from '../../worker/client.ts';\n",
    }),
    [],
  );
});

test('two stars that are no power are not mathematics, nor is the radius of a disk', () => {
  assert.deepEqual(
    violations({
      'web/src/exercises/a.ts': '/** base ** x */\nexport const program = `w = base ** ${-1}`;\n',
      'web/src/plots/disk.ts': 'export const radius = (share: number) => share ** 0.5;\n',
    }),
    [],
  );
});

for (const [title, file, text] of [
  ['the core uses JSON', 'cpp/src/error.cpp', '#include <nlohmann/json.hpp>'],
  ['the core uses Emscripten', 'cpp/src/error.cpp', '#include <emscripten/val.h>'],
  [
    'an encoding uses the grading',
    'cpp/src/encoding/a.cpp',
    '#include "posenc/grading/verdict.hpp"',
  ],
  ['the model uses a claim', 'cpp/src/model/a.cpp', '#include "posenc/claims/claim.hpp"'],
  [
    'the analysis uses the museum',
    'cpp/src/analysis/a.cpp',
    '#include "posenc/museum/exhibit.hpp"',
  ],
  ['the command uses the bindings', 'cpp/cli/main.cpp', '#include "../wasm/convert.hpp"'],
  [
    'a fuzz target knows a kind',
    'tests/fuzz/evaluate_fuzz.cpp',
    '#include "posenc/error.hpp"\n#include "grade.hpp"',
  ],
  ['what is outside uses Eigen', 'tests/cli/outside/main.cpp', '#include <Eigen/Core>'],
  [
    'a figure loads the core',
    'web/src/figures/a.ts',
    "import { loadCore } from '../core/browser.ts';",
  ],
  [
    'a figure loads it late',
    'web/src/figures/a.ts',
    "const core = await import('../core/browser.ts');",
  ],
  [
    'the client imports the .wasm',
    'web/src/worker/client.ts',
    "import u from '../../../build/wasm/posenc.wasm?url';",
  ],
  [
    'the worker loads the core as under Node',
    'web/src/worker/compute.worker.ts',
    "import { loadCore } from '../core/node.ts';",
  ],
  [
    'the part of the loader for browsers uses Node',
    'web/src/core/browser.ts',
    "import { readFile } from 'node:fs/promises';",
  ],
  ['a figure does mathematics', 'web/src/figures/a.ts', 'const y = Math.sin(1);'],
  ['a figure raises to a power', 'web/src/figures/a.ts', 'const y = (x: number) => x ** 0.5;'],
  ['a plot raises in place', 'web/src/plots/a.ts', 'let y = 2;\ny **= 3;'],
  ['a plot uses a figure', 'web/src/plots/a.ts', "export { x } from '../figures/a.ts';"],
  ['what all share uses a figure', 'web/src/ui/a.ts', "import { x } from '../figures/a.ts';"],
  ['a trial uses a figure', 'web/src/trials/a.ts', "import { x } from '../figures/a.ts';"],
  [
    'an exercise uses the page "Your work"',
    'web/src/exercises/a.ts',
    "import { x } from '../record/a.ts';",
  ],
  ['a file belongs nowhere', 'web/src/elsewhere/a.ts', ''],
]) {
  test(`a crossing is found: ${title}`, () => {
    assert.equal(
      violations({
        [file]: text,
        'cpp/include/posenc/error.hpp': '',
        'cpp/include/posenc/claims/claim.hpp': '',
        'cpp/include/posenc/grading/verdict.hpp': '',
        'cpp/include/posenc/museum/exhibit.hpp': '',
        'cpp/cli/grade.hpp': '',
        'cpp/wasm/convert.hpp': '',
      }).length,
      1,
    );
  });
}
