import { parseArgs } from 'node:util';
import { ModelServer } from './modelServer';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const server = await ModelServer.start(Number(values.port));
console.log(
  `Chat completions at ${server.baseUrl} until Ctrl+C. For pi, in models.json:\n${server.modelsFile}`,
);
