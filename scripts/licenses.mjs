// Checks the licenses of all packages that a build has put into the extension: node scripts/licenses.mjs [--outdir=dist]
import { bundledPackages } from './lib/bundledPackages.mjs';
import { licenseProblems } from './lib/licenses.mjs';

const outdir = process.argv.find((each) => each.startsWith('--outdir='))?.slice(9) ?? 'dist';
const packages = bundledPackages(outdir);
const problems = licenseProblems(packages);
for (const problem of problems) console.error(problem);
console.log(`${packages.length} packages are in the extension.`);
process.exitCode = problems.length > 0 ? 1 : 0;
