// Who may include or import whom. The arrows of the architecture point one way only; this holds them
// to it.
import ts from 'typescript';
import { readSources, usesIn } from './uses.mjs';

/**
 * A layer: the files that a pattern matches (the first that does), and what these may name. A name is
 * a path from the repository's root, or what stands in the angle brackets of an #include, or the name
 * of an npm package.
 * @typedef {{files: RegExp, may: RegExp[]}} Layer
 */

const standard = /^<[a-z_]+>$/;
const eigen = /^<(Eigen|unsupported\/Eigen)\/\w+>$/;
const posenc = (/** @type {string} */ parts) => new RegExp(`^cpp/include/posenc/${parts}`);
const foundation = posenc(
  '(argument|enum_names|error|expression|fields|matrix|phrases|portable|random|version|wording)\\.hpp$',
);
/** @param {string[]} parts */
const core = (...parts) => [
  standard,
  eigen,
  foundation,
  ...parts.map((part) => posenc(`${part}/`)),
];
/** What posenc_core and posenc_models consist of, besides the foundation: they are built without posenc_course. */
const coreParts = ['encoding', 'analysis', 'model', 'model_config'];

/** @type {Layer[]} */
export const layers = [
  // posenc_core knows the standard library and Eigen only, and its parts build on each other in order.
  { files: /^cpp\/include\/posenc\/[^/]+$/, may: core() },
  { files: /^cpp\/src\/[^/]+$/, may: [...core(), /^cpp\/src\/typed_text\.hpp$/] },
  // posenc_gguf: headers of model files. (Texts of both are in UTF-8.)
  {
    files: /^cpp\/(include\/posenc|src)\/gguf\//,
    may: [...core('gguf'), /^cpp\/src\/utf8\.hpp$/],
  },
  { files: /^cpp\/(include\/posenc|src)\/encoding\//, may: core('encoding') },
  { files: /^cpp\/(include\/posenc|src)\/analysis\//, may: core('encoding', 'analysis') },
  {
    // WebAssembly's vectors by their own names: one of them compilers do not find.
    files: /^cpp\/include\/posenc\/model\/lanes\.hpp$/,
    may: [...core('encoding', 'model'), /^<wasm_simd128\.h>$/],
  },
  {
    files: /^cpp\/(include\/posenc|src)\/model\//,
    may: [...core('encoding', 'model'), /^cpp\/src\/(model\/|utf8\.hpp$)/],
  },
  // posenc_models: what the config of a model says, once it is parsed, or the header of its file.
  {
    files: /^cpp\/(include\/posenc|src)\/model_config\//,
    may: [...core('encoding', 'analysis', 'gguf', 'model_config'), /^cpp\/src\/model_config\//],
  },
  // posenc_course: exercises, then experiments on all of it.
  {
    // (The quiz asks what attention makes of an order, and the labs about runs of training.)
    files: /^cpp\/(include\/posenc|src)\/grading\//,
    may: core(...coreParts, 'grading'),
  },
  {
    files: /^cpp\/(include\/posenc|src)\/(claims|museum)\//,
    may: core(...coreParts, 'grading', 'claims', 'museum'),
  },
  // Parses it, for the command and for the page.
  {
    files: /^cpp\/config_json\//,
    may: [standard, posenc(''), /^cpp\/config_json\//, /^<nlohmann\/json\.hpp>$/],
  },
  {
    files: /^cpp\/wasm\/bench\.cpp$/,
    may: [standard, posenc(''), /^cpp\/(bench|wasm)\//, /^<emscripten\/\w+\.h>$/],
  },
  {
    files: /^cpp\/wasm\//,
    may: [
      standard,
      posenc(''),
      /^cpp\/wasm\//,
      /^cpp\/config_json\/(config_json|serving_flags)\.hpp$/,
      /^<emscripten\/\w+\.h>$/,
    ],
  },
  { files: /^cpp\/bench\//, may: [standard, posenc(''), /^cpp\/bench\//] },
  {
    files: /^cpp\/cli\//,
    may: [
      standard,
      posenc(''),
      /^cpp\/(bench|cli)\//,
      /^cpp\/config_json\/(config_json|serving_flags)\.hpp$/,
      /^<(CLI\/CLI|nlohmann\/json)\.hpp>$/,
    ],
  },
  {
    files: /^tests\/native\//,
    may: [
      standard,
      posenc(''),
      /^(cpp\/(bench|cli|config_json)|tests\/native)\//,
      /^<(doctest\/doctest\.h|nlohmann\/json\.hpp)>$/,
    ],
  },
  // Whatever becomes of the kinds, the fuzz targets go through the front door.
  {
    files: /^tests\/fuzz\//,
    may: [
      standard,
      posenc(''),
      /^cpp\/cli\/(bad_input|evaluate|json_text|train)\.hpp$/,
      /^cpp\/config_json\/(config_json|serving_flags)\.hpp$/,
      /^tests\/fuzz\//,
      /^<nlohmann\/json\.hpp>$/,
    ],
  },
  // What is outside knows what is installed.
  { files: /^tests\/cli\/outside\//, may: [standard, posenc('')] },

  // In the page only the loader touches the core, and only a worker the loader. It is the npm package too,
  // which has nothing but the folder's own files and the build of the core.
  {
    files: /^web\/src\/core\/modules\.ts$/,
    may: [
      /^web\/src\/core\/(api|instantiate)\.ts$/,
      /^build\/wasm\/posenc(-[a-z-]+)?\.(mjs|wasm)$/,
    ],
  },
  {
    files: /^web\/src\/core\/(fetch-wasm|instantiate)\.ts$/,
    may: [/^web\/src\/core\/errors\.ts$/],
  },
  {
    files: /^web\/src\/core\/arguments\.ts$/,
    may: [/^web\/src\/core\/errors\.ts$/, /^build\/wasm\/posenc-parameters\.mjs$/],
  },
  {
    files: /^web\/src\/core\/loading\.ts$/,
    may: [/^web\/src\/core\/(arguments|errors|instantiate|modules)\.ts$/],
  },
  {
    files: /^web\/src\/core\/browser\.ts$/,
    may: [
      /^web\/src\/core\/(api|api-loading|errors|fetch-wasm|loading|modules)\.ts$/,
      /^build\/wasm\/posenc-(registry|verdicts)\.mjs$/,
    ],
  },
  {
    files: /^web\/src\/core\/node\.ts$/,
    may: [
      /^web\/src\/core\/(api|api-loading|errors|fetch-wasm|loading|modules)\.ts$/,
      /^build\/wasm\/posenc-(registry|verdicts)\.mjs$/,
      /^node:(fs\/promises|url)$/,
    ],
  },
  // What is the page's alone, and not the package's.
  {
    files: /^web\/src\/core\/page\/modules\.ts$/,
    may: [/^web\/src\/core\/(api|fetch-wasm|modules)\.ts$/, /^build\/wasm\/posenc-functions\.mjs$/],
  },
  // (The types of the page are those of the core.)
  {
    files: /^web\/src\/core\/(api|api-[a-z-]+)\.ts$/,
    may: [/^web\/src\/core\/api-[a-z-]+\.ts$/, /^build\/wasm\/posenc(-registry)?\.mjs$/],
  },
  { files: /^web\/src\/core\/errors\.ts$/, may: [/^web\/src\/core\/api\.ts$/] },
  { files: /^web\/src\/core\//, may: [] },
  {
    files: /^web\/src\/worker\/compute\.worker\.ts$/,
    may: [/^web\/src\/(worker\/protocol|core\/(api|errors|page\/modules))\.ts$/],
  },
  {
    files: /^web\/src\/worker\/training\.worker\.ts$/,
    may: [
      /^web\/src\/(worker\/(protocol|training-protocol)|core\/(api|errors|fetch-wasm|modules))\.ts$/,
    ],
  },
  {
    files: /^web\/src\/worker\//,
    may: [
      /^web\/src\/worker\//,
      /^web\/src\/core\/(api|errors|page\/modules)\.ts$/,
      /^build\/wasm\/posenc-quick-functions\.mjs$/,
      /^wasm-feature-detect$/,
    ],
  },
  {
    files: /^web\/src\/plots\//,
    may: [
      /^web\/src\/plots\//,
      /^web\/src\/ui\/drag\.ts$/,
      /^d3-/,
      /^lit(\/directives\/guard\.js)?$/,
    ],
  },
  {
    // (What is kept of answers and runs has the core's own types.)
    files: /^web\/src\/storage\//,
    may: [/^web\/src\/storage\//, /^web\/src\/core\/api\.ts$/],
  },
  { files: /^web\/src\/style\//, may: [/^web\/src\/style\//] },
  {
    files: /^web\/src\/ui\/provenance\.ts$/,
    may: [/^web\/src\/core\/api\.ts$/, /^build\/wasm\/posenc-headers\.mjs$/],
  },
  // What figures, labs, trials and exercises are put together from.
  {
    files: /^web\/src\/ui\//,
    may: [/^web\/src\/ui\//, /^web\/src\/core\/api\.ts$/, /^lit$/],
  },
  {
    files: /^web\/src\/figures\//,
    may: [
      /^web\/src\/(figures|plots|ui)\//,
      /^web\/src\/registry\.ts$/,
      /^web\/src\/style\/tokens\.ts$/,
      /^web\/src\/worker\/(client|training-client|training-protocol)\.ts$/,
      /^web\/src\/core\/(api|errors)\.ts$/,
      /^lit$/,
    ],
  },
  { files: /^web\/src\/registry\.ts$/, may: [/^build\/wasm\/posenc-registry\.mjs$/] },
  // A reader's own experiments, most of which keep their results. Those that are figures.
  {
    files: /^web\/src\/labs\/(bands|pictures|raise-base|remedies)\//,
    may: [
      /^web\/src\/(labs|figures|plots|storage|ui)\//,
      /^web\/src\/registry\.ts$/,
      /^web\/src\/worker\/(client|separate-clients|open-texts|training-client|training-protocol|with-model)\.ts$/,
      /^web\/src\/core\/(api|errors)\.ts$/,
      /^(lit|idb-keyval)$/,
    ],
  },
  {
    files: /^web\/src\/labs\/text\/book\.ts$/,
    may: [/^web\/src\/core\/errors\.ts$/, /^build\/book\/moby-dick\.bin$/],
  },
  {
    files: /^web\/src\/labs\//,
    may: [
      /^web\/src\/(labs|plots|storage|ui)\//,
      /^web\/src\/registry\.ts$/,
      /^web\/src\/style\/tokens\.ts$/,
      /^web\/src\/worker\/(client|open-texts|training-client|training-protocol|with-model)\.ts$/,
      /^web\/src\/core\/(api|errors)\.ts$/,
      /^(lit|idb-keyval)$/,
    ],
  },
  // What a reader can check: claims, mistakes, formulas. The list of claims is known before the core is loaded.
  {
    files: /^web\/src\/trials\/core-lists\.ts$/,
    may: [
      /^web\/src\/worker\/client\.ts$/,
      /^web\/src\/core\/api\.ts$/,
      /^build\/wasm\/posenc-claim-list\.mjs$/,
    ],
  },
  {
    // (The programs are those of exercises in code, and run as they do there.)
    files: /^web\/src\/trials\/own-code\//,
    may: [
      /^web\/src\/(trials|plots|ui)\//,
      /^web\/src\/exercises\/(code\/(failures|runner|texts)|assignment|catalogue|sheet|slips|work)\.ts$/,
      /^web\/src\/registry\.ts$/,
      /^web\/src\/style\/tokens\.ts$/,
      /^web\/src\/worker\/(client|training-client)\.ts$/,
      /^web\/src\/core\/(api|errors)\.ts$/,
      /^lit$/,
    ],
  },
  {
    files: /^web\/src\/trials\//,
    may: [
      /^web\/src\/(trials|plots|storage|ui)\//,
      /^web\/src\/registry\.ts$/,
      /^web\/src\/style\/tokens\.ts$/,
      /^web\/src\/worker\/(client|open-texts|training-client|training-protocol|with-model)\.ts$/,
      /^web\/src\/core\/(api|errors)\.ts$/,
      /^lit(\/directives\/guard\.js)?$/,
    ],
  },
  // Configs of real models.
  {
    files: /^web\/src\/models\//,
    may: [
      /^web\/src\/(models|plots|ui)\//,
      /^web\/src\/style\/tokens\.ts$/,
      /^web\/src\/worker\/client\.ts$/,
      /^web\/src\/core\/(api|errors)\.ts$/,
      /^(lit|jsonc-parser)$/,
    ],
  },
  // The search over all pages. It knows no page, only what the build found in them.
  {
    files: /^web\/src\/search\/load\.ts$/,
    may: [/^web\/src\/search\/(entries|finder)\.ts$/, /^build\/lesson\/search\.json$/],
  },
  { files: /^web\/src\/search\//, may: [/^web\/src\/search\//, /^(lit|minisearch)$/] },
  // Exercises in the lesson's own version are known before the core is loaded.
  {
    files: /^web\/src\/exercises\/(code\/)?listed\.ts$/,
    may: [/^build\/wasm\/posenc-(code|hand)-list\.mjs$/],
  },
  // The words for verdicts are the core's.
  {
    files: /^web\/src\/exercises\/(feedback|slips)\.ts$/,
    may: [
      /^web\/src\/exercises\/slips\.ts$/,
      /^web\/src\/core\/api\.ts$/,
      /^build\/wasm\/posenc-verdicts\.mjs$/,
    ],
  },
  {
    files: /^web\/src\/exercises\/code\//,
    may: [
      /^web\/src\/(exercises|plots|storage|ui)\//,
      /^web\/src\/registry\.ts$/,
      /^web\/src\/sandbox\/messages\.ts$/,
      /^web\/src\/style\/tokens\.ts$/,
      /^web\/src\/worker\/client\.ts$/,
      /^web\/src\/core\/(api|errors)\.ts$/,
      /^(lit|@codemirror\/\w+|@codemirror\/lang-python|@lezer\/highlight)$/,
      /^@micropython\/micropython-webassembly-pyscript\/micropython\.wasm/,
      /^build\/lesson\/python\.js$/,
    ],
  },
  {
    files: /^web\/src\/exercises\//,
    may: [
      /^web\/src\/(exercises|storage|ui)\//,
      /^web\/src\/registry\.ts$/,
      /^web\/src\/style\/tokens\.ts$/,
      /^web\/src\/worker\/client\.ts$/,
      /^web\/src\/core\/(api|errors)\.ts$/,
      /^lit$/,
    ],
  },
  // Listings run in the sandbox that programs of exercises run in.
  {
    files: /^web\/src\/listings\//,
    may: [
      /^web\/src\/(listings|plots|storage|ui)\//,
      /^web\/src\/exercises\/code\/(failures|runner)\.ts$/,
      /^web\/src\/style\/tokens\.ts$/,
      /^web\/src\/worker\/client\.ts$/,
      /^web\/src\/core\/(api|errors)\.ts$/,
      /^lit$/,
    ],
  },
  // Lines that put the lesson's parts on other pages: it shows these in frames and uses no code of theirs.
  {
    files: /^web\/src\/embedding\//,
    may: [
      /^web\/src\/(embedding|ui)\//,
      /^web\/src\/style\/tokens\.ts$/,
      /^lit(\/directives\/keyed\.js)?$/,
    ],
  },
  // The page "Your work" knows the exercises, and they do not know it.
  {
    files: /^web\/src\/record\//,
    may: [
      /^fflate$/,
      /^web\/src\/lms\/package\.ts$/,
      /^web\/src\/(record|exercises|storage|ui)\//,
      /^web\/src\/plots\/format\.ts$/,
      /^web\/src\/registry\.ts$/,
      /^web\/src\/style\/tokens\.ts$/,
      /^web\/src\/worker\/client\.ts$/,
      /^web\/src\/core\/api\.ts$/,
      /^lit$/,
    ],
  },
  // Between the lesson and a learning management system.
  {
    files: /^web\/src\/lms\//,
    may: [
      /^build\/wasm\/posenc-item-counts\.mjs$/,
      /^web\/src\/(lms|record|exercises|storage)\//,
      /^web\/src\/registry\.ts$/,
      /^web\/src\/worker\/client\.ts$/,
      /^web\/src\/core\/api\.ts$/,
      /^(fflate|@xapi\/cmi5)$/,
    ],
  },
  // Programs run where nothing of the page is: what runs them knows nothing of it either.
  {
    files: /^web\/src\/sandbox\//,
    may: [
      /^web\/src\/sandbox\/(messages|python)\.ts$/,
      /^@micropython\/micropython-webassembly-pyscript\//,
    ],
  },
  // Under Node, when the site is built.
  {
    files: /^web\/src\/still\//,
    may: [
      /^web\/src\/(figures|plots|ui)\//,
      /^web\/src\/elements\.ts$/,
      /^web\/src\/core\/(api|errors)\.ts$/,
      /^(@lit-labs\/ssr\/|pngjs$)/,
    ],
  },
  // What a page of the lesson is made of, and what it is brought by.
  {
    files: /^web\/src\/elements\.ts$/,
    may: [/^web\/src\/(embedding|figures|exercises|labs|listings|models|record|trials)\//],
  },
  {
    files: /^web\/src\/lesson\/offer-search\.ts$/,
    may: [/^web\/src\/lesson\/taken-keys\.ts$/, /^web\/src\/search\/search\.ts$/],
  },
  {
    files: /^web\/src\/lesson\/text-font\.ts$/,
    may: [
      /^web\/src\/lesson\/load-elements\.ts$/,
      /^web\/src\/storage\/stored\.ts$/,
      /^build\/lesson\/serif-[\w-]+\.woff2/,
    ],
  },
  {
    files: /^web\/src\/lesson\//,
    may: [/^web\/src\/(lesson|storage)\//, /^web\/src\/elements\.ts$/],
  },
  {
    files: /^web\/src\/embedded\.ts$/,
    // (Of Lit only a type: the elements bring it along.)
    may: [/^web\/src\/elements\.ts$/, /^web\/src\/embedding\/settings\.ts$/, /^lit$/],
  },
  // What the single file has instead of the page's own files, whose types it takes, and what starts it.
  {
    files: /^web\/src\/single\//,
    may: [
      /^web\/src\/single\//,
      /^web\/src\/main\.ts$/,
      /^web\/src\/(lesson\/page-links|exercises\/(site-file|code\/first-opening)|ui\/shown-address)\.ts$/,
    ],
  },
  // It is about files, whatever is in them.
  { files: /^web\/src\/offline\//, may: [/^workbox-precaching$/] },
  {
    files: /^web\/src\/(main|embed)\.ts$/,
    may: [/^web\/src\/lesson\//, /^web\/src\/worker\/client\.ts$/],
  },
];

/** The page shows what the core computes: formulas have no place in it. */
const formulas = /\bMath\.(a?(sin|cos|tan)h?|atan2|exp|expm1|pow|sqrt|cbrt|hypot|log\w*)\b/;

/** Where mathematics is geometry of what is drawn, and not a number that is shown. */
const geometry = new Map([
  ['web/src/plots/disk.ts', 'the radius of a disk with a given area'],
  ['web/src/plots/scale.ts', 'the place of a number on an axis'],
]);

/** (In its texts and comments `**` is something else.) @param {string} text */
function raises(text) {
  if (!text.includes('**')) return false;
  /** @param {ts.Node} node @returns {boolean} */
  const isPower = (node) =>
    node.kind === ts.SyntaxKind.AsteriskAsteriskToken ||
    node.kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken ||
    (ts.forEachChild(node, isPower) ?? false);
  return isPower(ts.createSourceFile('some.ts', text, ts.ScriptTarget.Latest));
}

/** The mathematics in a file of the page, if there is any. @param {string} file @param {string} text */
function formulaIn(file, text) {
  if (!file.startsWith('web/') || geometry.has(file)) return null;
  return formulas.exec(text)?.[0] ?? (raises(text) ? '**' : null);
}

/**
 * What crosses the layers among some files.
 * @param {Map<string, string>} sources text by path
 */
export function violationsIn(sources) {
  const uses = usesIn(sources);
  /** @type {string[]} */
  const violations = [];
  for (const [file, text] of sources) {
    const layer = layers.find((candidate) => candidate.files.test(file));
    if (layer === undefined) {
      violations.push(`${file}: belongs to no layer`);
      continue;
    }
    for (const target of uses.get(file) ?? []) {
      if (!layer.may.some((allowed) => allowed.test(target))) {
        violations.push(`${file}: may not use ${target}`);
      }
    }
    const formula = formulaIn(file, text);
    if (formula) violations.push(`${file}: ${formula} is mathematics, which belongs in the core`);
  }
  return violations;
}

/** @param {string} root */
export async function checkLayers(root) {
  const sources = await readSources(root);
  return { files: sources.size, violations: violationsIn(sources) };
}
