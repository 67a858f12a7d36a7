import { ModelServer } from '../../model-server/modelServer';
import type { WorkbenchOptions } from './workbench';

/** Retries soon, and keeps little of a compacted conversation, so that a short one can be compacted. */
const settings = {
  compaction: { keepRecentTokens: 50, reserveTokens: 100 },
  retry: { maxRetries: 1, baseDelayMs: 1500, provider: { maxRetries: 0 } },
};

/** A model server on loopback that the tests script; it lives until the last of them. */
export const server = await ModelServer.start();

after(() => server.close());

/** A workbench whose model is the server. */
export const ownModel: WorkbenchOptions = {
  env: { ENSO_TEST_MODEL_KEY: 'secret-of-the-test' },
  home: {
    '.pi/agent/models.json': server.modelsFile.replace('"id":', '"input":["text","image"],"id":'),
    '.pi/agent/settings.json': JSON.stringify(settings),
  },
};
