// What a trace of Chromium says about moves of a control: the work of the page's thread and of its workers from a
// move to the frame that shows its result.

/**
 * An entry of a trace; times in microseconds. `tdur` is the time of the processor, which others on the machine do not lengthen.
 * @typedef {{name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, args?: any}} Entry
 */

/**
 * Milliseconds of a move: of the page's thread (`style`, `layout`, `paint` and the rest, `script`), of the workers, and
 * from the event to the end of the frame, waits included.
 * @typedef {{page: number, style: number, layout: number, paint: number, worker: number, elapsed: number}} Move
 */

/** What is traced. */
export const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
];

/** The name of the marks that a page makes before each move. */
export const moveMark = 'move';

/** The events that a move of a control may begin with. */
const moves = ['pointermove', 'mousemove', 'input', 'keydown'];

/** Where each part of a frame is counted; the rest of a task is script. */
const parts = /** @type {Record<string, 'style' | 'layout' | 'paint'>} */ ({
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
});

/** What says how long the tasks of a page take, and little else: it costs the page next to nothing. */
export const taskCategories = ['toplevel'];

/** The entries of the threads of pages. @param {readonly Entry[]} entries */
export function ofPages(entries) {
  const threads = entries
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`);
  return entries.filter(({ pid, tid }) => threads.includes(`${pid} ${tid}`));
}

/** The tasks of pages. @param {readonly Entry[]} entries of `taskCategories` */
export const tasksOfPages = (entries) =>
  ofPages(entries).filter(({ name }) => name === 'ThreadControllerImpl::RunTask');

/**
 * The longest task of a page in milliseconds of the processor: what else runs on the machine makes a task longer by the
 * clock. NaN if there is none.
 * @param {readonly Entry[]} entries of `taskCategories`
 */
export function longestTask(entries) {
  // (One that begins just as tracing ends has no time.)
  const times = tasksOfPages(entries).flatMap(({ tdur }) => tdur ?? []);
  return times.length > 0 ? Math.max(...times) / 1000 : NaN;
}

const endOf = (/** @type {Entry} */ { ts, dur = 0 }) => ts + dur;

/** Those that are not within others of them. @param {Entry[]} entries in their order */
const outermost = (entries) => {
  let end = -Infinity;
  return entries.filter((entry) => {
    if (entry.ts < end) return false;
    end = endOf(entry);
    return true;
  });
};

/** @param {Entry[]} entries @param {number} from @param {number} to */
const sum = (entries, from, to) =>
  entries.filter(({ ts }) => ts >= from && ts < to).reduce((total, { dur = 0 }) => total + dur, 0) /
  1000;

/**
 * The moves that changed something: a frame came after them, and after the last answer of a worker that they asked.
 * @param {Entry[]} entries in any order
 * @param {string} [cause] the event without which a move did not move its control
 * @returns {Move[]}
 */
export function movesIn(entries, cause) {
  const marks = entries
    .filter(({ name, ph }) => name === moveMark && 'RIbn'.includes(ph))
    .sort((a, b) => a.ts - b.ts);
  const [first] = marks;
  if (!first) return [];
  const pageEntries = entries.filter(({ pid }) => pid === first.pid).sort((a, b) => a.ts - b.ts);
  const workers = new Set(
    pageEntries
      .filter(({ name, args }) => name === 'thread_name' && /Worker thread/.test(args.name))
      .map(({ tid }) => tid),
  );
  const timed = pageEntries.filter(({ ph }) => ph === 'X');
  const inWorkers = timed.filter(({ name, tid }) => name === 'RunTask' && workers.has(tid));
  const page = timed.filter(({ tid }) => tid === first.tid);
  const tasks = page.filter(({ name }) => name === 'RunTask');
  const work = outermost(page.filter(({ name }) => name in parts));
  const events = page.filter(({ name }) => name === 'EventDispatch');
  const answers = page.filter(({ name }) => name === 'HandlePostMessage');
  const typeOf = (/** @type {Entry} */ { args }) => args?.data?.type ?? '';

  return marks.flatMap(({ ts }, n) => {
    const until = marks[n + 1]?.ts ?? Infinity;
    const within = (/** @type {Entry} */ entry) => entry.ts > ts && entry.ts < until;
    const own = events.filter(within);
    const event = own.find((one) => moves.includes(typeOf(one)));
    if (!event || (cause && !own.some((one) => typeOf(one) === cause))) return [];
    const start = tasks.findLast((task) => task.ts <= event.ts)?.ts ?? event.ts;
    const answer = answers.findLast(within)?.ts ?? event.ts;
    const frame = work.find((one) => one.name === 'Commit' && one.ts > answer && within(one));
    if (!frame) return [];
    const end = Math.max(
      endOf(frame),
      ...tasks.filter((task) => task.ts <= frame.ts && endOf(task) >= frame.ts).map(endOf),
    );
    const of = (/** @type {string} */ part) =>
      sum(
        work.filter(({ name }) => parts[name] === part),
        start,
        end,
      );
    return [
      {
        page: sum(tasks, start, end),
        style: of('style'),
        layout: of('layout'),
        paint: of('paint'),
        worker: sum(inWorkers, start, end),
        elapsed: (end - start) / 1000,
      },
    ];
  });
}
