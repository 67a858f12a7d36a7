// Creates enso-<version>.vsix from a production build, and prints its content.
//   npm run package [-- --out=FILE]
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createVSIX, listFiles } from '@vscode/vsce';
import { bundledPackages } from './lib/bundledPackages.mjs';
import { billOfMaterials, licenseProblems, noticesOf } from './lib/licenses.mjs';
import { workFolder } from './lib/paths.mjs';
import { root, run } from './lib/run.mjs';
import { Missing, runMain } from './lib/steps.mjs';

const stage = join(workFolder, 'package');
const manifest = /** @type {{name: string, version: string, license: string}} */ (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
);
const size = (/** @type {number} */ bytes) =>
  bytes > 1e6 ? `${(bytes / 1e6).toFixed(2)} MB` : `${(bytes / 1e3).toFixed(1)} kB`;

/** Creates a folder with only the packaged files, so that the development build stays as it is. */
function setStage() {
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  const texts = readdirSync(root).filter((name) => /^package\.nls(\..+)?\.json$/.test(name));
  const documents = ['README.md', 'CHANGELOG.md', 'LICENSE'];
  for (const name of ['package.json', ...texts, ...documents, '.vscodeignore', 'media', 'l10n']) {
    if (!existsSync(join(root, name))) throw new Missing(`${name} is missing. The package needs it.`);
    cpSync(join(root, name), join(stage, name), { recursive: true });
  }
  // Users of the package don't need the scripts and development packages.
  const { scripts, devDependencies, optionalDependencies, ...shipped } = JSON.parse(
    readFileSync(join(stage, 'package.json'), 'utf8'),
  );
  writeFileSync(join(stage, 'package.json'), JSON.stringify(shipped, null, 2));
}

/** Writes the notices and the bill of materials of what the build put into the stage. Throws if a license isn't accepted. */
function writeNotices() {
  const packages = bundledPackages(join(stage, 'dist'));
  const problems = licenseProblems(packages);
  if (problems.length > 0) throw new Missing(problems.join('\n'));
  writeFileSync(join(stage, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages));
  const { name, version, license } = manifest;
  writeFileSync(join(stage, 'sbom.cdx.json'), billOfMaterials({ name, version, license }, packages));
  console.log(`\nnotices: ${packages.length} packages`);
}

/** Returns the unpacked size of each part. @param {string[]} files */
function parts(files) {
  /** @type {Map<string, {bytes: number, files: number}>} */
  const sums = new Map();
  for (const file of files) {
    const part = /^(dist\/pi|media|l10n)\//.exec(file)?.[1] ?? file;
    const sum = sums.get(part) ?? { bytes: 0, files: 0 };
    sums.set(part, { bytes: sum.bytes + statSync(join(stage, file)).size, files: sum.files + 1 });
  }
  return [...sums].sort(([, a], [, b]) => b.bytes - a.bytes);
}

await runMain('package', async () => {
  setStage();
  const outdir = join('.vscode-test', 'package', 'dist');
  const built = run(process.execPath, ['esbuild.mjs', '--production', `--outdir=${outdir}`]);
  if (built !== 0) return built;
  writeNotices();

  const named = process.argv.find((each) => each.startsWith('--out='))?.slice(6);
  const packagePath = resolve(root, named ?? `${manifest.name}-${manifest.version}.vsix`);
  const files = await listFiles({ cwd: stage, packageManager: 2 });
  await createVSIX({
    cwd: stage,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
  console.log('\nUnpacked:');
  for (const [part, { bytes, files: count }] of parts(files)) {
    console.log(`  ${size(bytes).padStart(9)}  ${part}${count > 1 ? ` (${count} files)` : ''}`);
  }
  console.log(`\n${basename(packagePath)}: ${size(statSync(packagePath).size)}, ${files.length} files`);
  return 0;
});
