/* global self */
import { loadCore } from 'posenc';

const core = loadCore();
self.addEventListener('message', async ({ data }) => {
  const { limit } = (await core).frequencies({ dModel: 64, base: data, variant: 'paper' });
  self.postMessage(limit);
});
