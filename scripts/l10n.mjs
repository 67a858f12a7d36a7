// Extracts the texts that users see into l10n/bundle.l10n.json, from which translators work.
//   npm run l10n [-- --check]
// With --check nothing is written: each text has to be in the bundle and in every translation, and none may be a bare literal.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { bundleFile, extractBundle, formatJson, readJson } from './l10n/bundle.mjs';
import { literalProblems } from './l10n/literals.mjs';
import { manifestProblems, translationProblems } from './l10n/translations.mjs';
import { listFiles } from './lib/files.mjs';
import { root } from './lib/run.mjs';

process.chdir(root);
const bundle = await extractBundle();

if (!process.argv.includes('--check')) {
  writeFileSync(bundleFile, await formatJson(bundle));
  console.log(`${bundleFile}: ${Object.keys(bundle).length} texts`);
} else {
  const texts = readJson('package.nls.json');
  const translations = readdirSync('l10n').filter(
    (name) => /^bundle\.l10n\..+\.json$/.test(name) && name !== basename(bundleFile),
  );
  const manifests = readdirSync('.').filter((name) => /^package\.nls\..+\.json$/.test(name));
  const sources = listFiles('src', (name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
  const problems = [
    ...sources.flatMap((file) => literalProblems(file, readFileSync(file, 'utf8'))),
    ...translationProblems(bundleFile, bundle, readJson(bundleFile)),
    ...manifestProblems(readJson('package.json'), texts),
    ...translations.flatMap((name) => translationProblems(`l10n/${name}`, bundle, readJson(`l10n/${name}`))),
    ...manifests.flatMap((file) => translationProblems(file, texts, readJson(file))),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) console.error(`${problems.length} problems. "npm run l10n" renews ${bundleFile}.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
