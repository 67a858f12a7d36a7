import { ModelServer } from '../../model-server/modelServer';
import type { WorkbenchOptions } from './workbench';

/** Settings of pi: retries come soon, and a short conversation can be compacted. */
const settings = {
  compaction: { keepRecentTokens: 50, reserveTokens: 100 },
  retry: { maxRetries: 1, baseDelayMs: 1500, provider: { maxRetries: 0 } },
};

/** The model server on loopback, scripted by the tests and closed after the last one. */
export const server = await ModelServer.start();

after(() => server.close());

/** Options of a workbench that uses this model server. */
export const ownModel: WorkbenchOptions = {
  env: { ENSO_TEST_MODEL_KEY: 'secret-of-the-test' },
  home: {
    '.pi/agent/models.json': server.modelsFile.replace('"id":', '"input":["text","image"],"id":'),
    '.pi/agent/settings.json': JSON.stringify(settings),
  },
};
