// The core's lists, known before it is loaded: its build writes them next to itself.
import { remedies, schemes, tasks, version } from '../../build/wasm/posenc-registry.mjs';

export { remedies, schemes, tasks };

/** Of the core: exports carry it. */
export const coreVersion = version;

/** The title of a task. One that the core does not know, as in a link of another version, keeps its name. */
export const titleOfTask = (name: string): string =>
  tasks.find((task) => task.name === name)?.title ?? name;
