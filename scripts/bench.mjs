// Runs the benchmarks: npm run bench [-- --quick] [--only=activation,text,…] [--vsix=FILE]
// Serves the model that they use: npm run model-server [-- --port=N]
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { workFolder } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { runMain } from './lib/steps.mjs';
import { ensureWorkbench } from './lib/workbench.mjs';

const args = process.argv.slice(2);
const named = args.find((each) => each.startsWith('--vsix='))?.slice(7);

await runMain('bench', async (progress) => {
  const built = run(process.execPath, ['esbuild.mjs', '--only=bench,pi']);
  if (built !== 0) return built;
  if (args.includes('--model-server')) {
    const own = args.filter((each) => each !== '--model-server');
    return run(process.execPath, ['dist/test/model-server/main.mjs', ...own]);
  }
  await ensureChromium(progress);
  await ensureWorkbench(progress);
  const vsix = named ?? join(workFolder, 'bench.vsix');
  if (!named || !existsSync(vsix)) {
    const packed = await progress.step('package', () =>
      progress.quietly(process.execPath, ['scripts/package.mjs', `--out=${vsix}`]),
    );
    if (packed.code !== 0) throw new Error(`Couldn't create the package:\n${packed.text}`);
  }
  const rest = args.filter((each) => !each.startsWith('--vsix='));
  return run(process.execPath, [
    '--enable-source-maps',
    'dist/test/bench/bench.mjs',
    ...rest,
    `--vsix=${vsix}`,
  ]);
});
