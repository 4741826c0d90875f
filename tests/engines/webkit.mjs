// WebKit: WebKitGTK's MiniBrowser, driven by WebKitWebDriver, on a display of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, Capabilities, Key } from 'selenium-webdriver';
import { miniBrowser } from '../../tools/lib/debian.mjs';
import { deep, every, everyBelow } from './deep.mjs';

/** @typedef {import('./driver.mjs').Hands} Hands */
/** @typedef {import('selenium-webdriver').WebDriver} WebDriver */

/** What is to end with this process: last begun, first ended. @type {(() => void)[]} */
const leftovers = [];
const endAll = () => {
  for (const end of leftovers.splice(0).reverse()) end();
};
process.on('exit', endAll);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => process.exit(1));
}

/** Ends a program with all that it has started. @param {import('node:child_process').ChildProcess} child */
function endGroup({ pid }) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Ends the group of a program with this process, whatever ends that: the other end of a pipe is closed then. */
const guarded = `exec 4<&0 </dev/null
(cat <&4; kill -KILL 0) >/dev/null 2>&1 3>&- &
exec "$@" 4<&-`;

/** A program that is a group of its own. @param {string[]} command @param {NodeJS.ProcessEnv} [env] */
function program(command, env = process.env) {
  const child = spawn('sh', ['-c', guarded, 'sh', ...command], {
    ...{ detached: true, env },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  leftovers.push(() => endGroup(child));
  return child;
}

/** A display that nobody sees: it chooses its number itself, and writes it once it can be used. */
async function display() {
  const child = program('Xvfb -displayfd 3 -screen 0 1400x1000x24 -nolisten tcp'.split(' '));
  const number = await new Promise((resolve, reject) => {
    child.stdio[3]?.once('data', (data) => resolve(String(data).trim()));
    child.once('exit', () => reject(new Error('Xvfb has ended')));
  });
  return `:${number}`;
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/** @param {string} address */
async function answers(address) {
  for (let tries = 0; tries < 200; tries++) {
    try {
      if ((await fetch(`${address}/status`)).ok) return;
    } catch {
      // Not yet.
    }
    await pause(50);
  }
  throw new Error('WebKitWebDriver does not answer');
}

/** @param {string} shown on which display @param {string} home a folder for what the browser keeps */
async function webDriver(shown, home) {
  const port = await freePort();
  program(['WebKitWebDriver', `--port=${port}`], {
    ...process.env,
    ...{ DISPLAY: shown, HOME: home, NO_AT_BRIDGE: '1' },
    ...{ XDG_CACHE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    // Its sandbox needs namespaces, which containers often do not allow.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  const address = `http://127.0.0.1:${port}`;
  await answers(address);
  return address;
}

/** Collects the page's errors; whether this began before its own modules ran. To be run in the page. */
const listen = `(() => {
  if (location.href === 'about:blank' || window.wentWrong) return false;
  const errors = (window.wentWrong = []);
  addEventListener('error', ({ message }) => {
    // A size that changes twice in one frame is drawn in the next; other engines keep this to themselves.
    if (message && !message.startsWith('ResizeObserver loop')) errors.push(message);
  });
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  for (const name of ['error', 'warn']) {
    const before = console[name];
    console[name] = (...args) => { errors.push(args.join(' ')); before(...args); };
  }
  return document.readyState;
})()`;

/** What the keys of KeyboardEvent are to WebDriver. @type {Record<string, string>} */
const keyNames = {
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  Delete: Key.DELETE,
  Enter: Key.ENTER,
  Tab: Key.TAB,
};

/** @param {WebDriver} driver @returns {Pick<Hands, 'click' | 'type' | 'press'>} */
const inputs = (driver) => ({
  click: async (path) => {
    /** @type {import('selenium-webdriver').WebElement | null} */
    const element = await driver.executeScript(
      `${everyBelow}; ${every}; ${deep}; return deep(arguments[0]) ?? null`,
      path,
    );
    if (!element) throw new Error(`${path} is gone`);
    await driver.actions({ async: true }).move({ origin: element, duration: 0 }).click().perform();
  },
  type: (text) => driver.actions().sendKeys(text.replaceAll('\n', Key.ENTER)).perform(),
  press: (keys) => {
    const all = keys.map((key) => keyNames[key] ?? key);
    const down = all.reduce((actions, key) => actions.keyDown(key), driver.actions());
    return all.reduceRight((actions, key) => actions.keyUp(key), down).perform();
  },
});

/**
 * Ways to another document. The driver reports no errors, so the page collects its own from as early as can be: a
 * driver that does not wait for the page to load gets there before the page's modules do.
 * @param {WebDriver} driver @param {string[]} earlier
 * @returns {Pick<Hands, 'goto' | 'reload' | 'close'>}
 */
function moves(driver, earlier) {
  const left = async () =>
    void earlier.push(
      ...((await driver.executeScript('return window.wentWrong?.splice(0)')) ?? []),
    );
  const arrived = async () => {
    /** @type {string | false} */
    let began = false;
    const end = performance.now() + 30_000;
    // While one document makes way for the next, there is none.
    const ask = (/** @type {string} */ asked) =>
      driver.executeScript(`return ${asked}`).catch(() => false);
    while (!began || (await ask('document.readyState')) !== 'complete') {
      if (performance.now() > end) throw new Error(`no page at ${await driver.getCurrentUrl()}`);
      began ||= /** @type {string | false} */ (await ask(listen));
    }
    return began !== 'complete';
  };
  const reload = async () => {
    do {
      await left();
      await driver.navigate().refresh();
    } while (!(await arrived()));
  };
  return {
    goto: async (address) => {
      await left();
      await driver.get(address);
      if (!(await arrived())) await reload();
    },
    reload,
    close: () => driver.get('about:blank'),
  };
}

/** @param {WebDriver} driver @returns {Hands} */
function handsOn(driver) {
  /** Of the documents that were left. @type {string[]} */
  const earlier = [];
  /** @type {Hands['run']} */
  const run = async (source) => {
    /** @type {{value?: any, error?: string}} */
    const { value, error } = await driver.executeAsyncScript(
      `const done = arguments[0];
       (async () => ${source})().then(
         (value) => done({ value }), (error) => done({ error: String(error) }))`,
    );
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const errors = async () => [...earlier, ...((await run('window.wentWrong')) ?? [])];
  return { run, errors, ...moves(driver, earlier), ...inputs(driver) };
}

/** A folder for what the browser keeps. */
function temporaryHome() {
  const home = mkdtempSync(join(tmpdir(), 'posenc-webkit-'));
  leftovers.push(() => {
    try {
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // What was just ended may still have written to it.
    }
  });
  return home;
}

/** One at a time. @returns {Promise<import('./driver.mjs').Launched>} */
export async function start() {
  try {
    const home = temporaryHome();
    const driver = await new Builder()
      .usingServer(await webDriver(await display(), home))
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          pageLoadStrategy: 'none',
          'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
        }),
      )
      .build();
    await driver.manage().setTimeouts({ script: 120_000 });
    return {
      // An automated MiniBrowser has one page.
      newPage: async () => handsOn(driver),
      close: async () => {
        await driver.quit().catch(() => {});
        endAll();
      },
    };
  } catch (error) {
    endAll();
    throw error;
  }
}
