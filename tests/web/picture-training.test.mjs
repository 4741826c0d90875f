// How the networks of the lab with pictures are trained, with workers that do what a test says.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { FakeWorker, load, setUpBrowser } from './fake-workers.mjs';

/** @type {typeof import('../../web/src/labs/pictures/picture-training.ts')} */
const { PictureTraining } = await load('labs/pictures/picture-training');

/** @type {FakeWorker[]} */
let made = [];
const alive = () => made.filter(({ isAlive }) => isAlive);

beforeEach(() => {
  setUpBrowser();
  made = [];
  /** @type {any} */ (globalThis).Worker = class extends FakeWorker {
    constructor() {
      super();
      made.push(this);
    }
  };
});

const settled = async () => {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
};

/** The networks of a worker: their inputs, in the order of their numbers, and how far each is trained. */
class Core {
  /** @type {{input: string, step: number}[]} */
  networks = [];
  served = 0;

  /** The quality of a network says whose it is. @param {FakeWorker} worker @param {any} question */
  answer(worker, { id, method, args }) {
    if (method === 'createPictureTrainer') {
      const number = this.networks.push({ input: args[2].input, step: 0 });
      worker.reply({ id, value: { id: number } });
      return;
    }
    const [number, count] = args;
    const network = this.networks[number - 1];
    if (!network) {
      worker.reply({ id, error: { code: 'no-such-trainer', message: 'there is no trainer' } });
      return;
    }
    network.step += count;
    const quality = qualityOf(network.input);
    worker.reply({
      id,
      value: {
        ...{ step: network.step, losses: [], divergedAt: network.input === 'nerf' ? 12 : null },
        ...{ trained: quality + 1, heldOut: quality, values: new Float64Array([quality]) },
      },
    });
  }
}

const qualityOf = (/** @type {string} */ input) => (input === 'raw' ? 10 : 20);

/** @type {WeakMap<FakeWorker, Core>} */
const cores = new WeakMap();

/** Answers what a worker is asked, at most `most` questions. @param {number} which @param {number} [most] */
async function serve(which, most = Infinity) {
  for (let done = 0; done < most; done++) {
    await settled();
    const worker = made[which];
    if (!worker) return;
    const core = cores.get(worker) ?? new Core();
    cores.set(worker, core);
    const question = worker.sent[core.served];
    if (!question) return;
    core.served++;
    core.answer(worker, question);
  }
  await settled();
}

const network = (/** @type {string} */ input) =>
  /** @type {any} */ ({ name: input, options: { input }, parameters: 1, color: 'ink', as: 'line' });

/** Networks in two workers: the first and the third share one. @param {string[]} inputs */
const train = (...inputs) =>
  new PictureTraining(
    { side: 1, values: Float64Array.of(0, 0, 0) },
    inputs.map(network),
    30,
    () => undefined,
  );

/** Each network has been trained to the end, and has its own pictures. @param {import('../../web/src/labs/pictures/picture-training.ts').PictureTraining} training */
function assertAllTrained(training) {
  assert.equal(training.failure, null);
  for (const run of training.runs) {
    const own = qualityOf(run.network.options.input);
    assert.deepEqual(
      run.measured.map(({ step, heldOut }) => [step, heldOut]),
      [10, 20, 30].map((step) => [step, own]),
    );
    assert.equal(run.picture?.values[0], own);
  }
}

test('each network is trained to the end, in two workers that end with it', async () => {
  const training = train('raw', 'random', 'random');
  await serve(0);
  await serve(1);
  assert.equal(made.length, 2);
  assertAllTrained(training);
  assert.equal(training.best?.network.options.input, 'random');
  assert.ok(training.isOver);
  assert.deepEqual(alive(), []);
});

for (const [when, count] of /** @type {const} */ ([
  ['while the second of its networks is created', 1],
  ['in training', 4],
])) {
  test(`a worker is lost ${when}: its networks start over`, async () => {
    const training = train('raw', 'random', 'random');
    await serve(0, count);
    made[0]?.vanish();
    await serve(1);
    await serve(2);
    assert.equal(made.length, 3);
    assertAllTrained(training);
    assert.deepEqual(alive(), []);
  });
}

test('a worker is lost again: training fails in one sentence', async () => {
  const training = train('raw');
  await serve(0, 2);
  made[0]?.vanish();
  await serve(1, 3);
  made[1]?.vanish();
  await serve(2);
  assert.match(training.failure?.message ?? '', /^The browser stopped the training twice/);
  assert.ok(training.isOver);
  assert.deepEqual(alive(), []);
});

test('what the core refuses ends all', async () => {
  const training = train('raw', 'random');
  await settled();
  const [first] = made[0]?.sent ?? [];
  made[0]?.reply({ id: first.id, error: { code: 'too-large', message: 'too many' } });
  await serve(1);
  assert.equal(training.failure?.message, 'too many');
  assert.ok(training.isOver);
  assert.deepEqual(alive(), []);
});

test('paused, nothing more is asked; resumed, it goes on', async () => {
  const training = train('raw');
  await serve(0, 2);
  training.pause();
  await serve(0);
  assert.equal(training.step, 20);
  // (It does not go on if it is paused again at once.)
  training.resume();
  training.pause();
  await serve(0);
  assert.equal(training.step, 20);
  training.resume();
  await serve(0);
  assertAllTrained(training);
});

test('stopped at once, it starts no worker; later, it keeps what there is', async () => {
  const early = train('raw', 'random');
  early.stop();
  await settled();
  assert.deepEqual(made, []);
  assert.equal(early.failure, null);

  const training = train('raw');
  await serve(0, 2);
  training.stop();
  await settled();
  assert.equal(training.best?.latest?.step, 10);
  assert.ok(training.isOver);
  assert.equal(training.failure, null);
  assert.deepEqual(alive(), []);
});

test('a network that diverges does not hold up the others', async () => {
  const training = train('nerf', 'raw');
  await serve(0);
  await serve(1);
  assert.ok(training.isOver);
  assert.equal(training.runs[0]?.divergedAt, 12);
  assert.equal(training.runs[0]?.latest, null);
  assert.equal(training.step, 30);
  assert.equal(training.stepsDone, 60);
  assert.equal(training.best?.network.options.input, 'raw');
});
