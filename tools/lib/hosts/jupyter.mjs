import { spawn } from 'node:child_process';
import { Stop } from '../run.mjs';
import { ensureProgram, versionSaid } from './debian.mjs';
import { writeFiles } from './npm.mjs';
import { freePort } from './ports.mjs';
import { visit } from './visit.mjs';

/** @param {string} source */
const notebook = (source) =>
  JSON.stringify({
    cells: [{ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source }],
    metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
    ...{ nbformat: 4, nbformat_minor: 4 },
  });

/** A notebook server of its own, until it is closed. @param {string} folder */
async function startServer(folder) {
  const port = await freePort();
  const options = [
    '--no-browser',
    '--allow-root',
    '--ip=127.0.0.1',
    `--port=${port}`,
    '--NotebookApp.token=',
  ];
  const server = spawn('jupyter-notebook', options, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise((resolve, reject) => {
    let said = '';
    server.stderr.on('data', (chunk) => {
      said += chunk;
      if (said.includes(`:${port}/`)) resolve(undefined);
    });
    server.on('close', () => reject(new Stop('jupyter-notebook did not start', said)));
  });
  const close = async () => {
    const ended = new Promise((resolve) => server.on('close', resolve));
    server.kill();
    await ended;
  };
  return { port, close };
}

/** @type {import('./host.mjs').Host} */
export const jupyter = {
  name: 'jupyter',
  async run(where) {
    const { folder, lineFor, report } = where;
    await ensureProgram('jupyter-notebook', 'jupyter-notebook', report);
    writeFiles(folder, { 'positions.ipynb': notebook(await lineFor('jupyter')) });
    const { port, close } = await startServer(folder);
    return visit(
      {
        address: `http://localhost:${port}/notebooks/positions.ipynb`,
        version: await versionSaid('jupyter-notebook', ['--version']),
        async open(page) {
          await page.locator('#kernel_indicator_icon.kernel_idle_icon').waitFor();
          await page.locator('.cell').first().click();
          await page.keyboard.press('Shift+Enter');
        },
        frame: '.output iframe',
        // Debian has no widgets, which the notebook asks for.
        mayComplain: /nbextensions\/widgets|status of 404/,
        close,
      },
      where,
    );
  },
};
