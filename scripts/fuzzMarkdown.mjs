// Draws random Markdown for longer than the fuzz tier does: npm run fuzz:markdown [-- --runs=100000] [mocha arguments]
import { root, run } from './lib/run.mjs';

const [runs = '100000'] = process.argv.flatMap((argument) =>
  argument.startsWith('--runs=') ? [argument.slice(7)] : [],
);
const rest = process.argv.slice(2).filter((argument) => !argument.startsWith('--runs='));
process.chdir(root);
process.exitCode = run(process.execPath, ['scripts/tier.mjs', 'fuzz', '--grep', 'Random Markdown', ...rest], {
  env: { ENSO_RUNS: runs },
});
