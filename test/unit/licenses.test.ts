import { strict as assert } from 'node:assert';
import { foldersOf, type BundledPackage } from '../../scripts/lib/bundledPackages.mjs';
import { billOfMaterials, licenseProblems, noticesOf } from '../../scripts/lib/licenses.mjs';

const bundled = (name: string, license: string | undefined, more: Partial<BundledPackage> = {}) => ({
  name,
  version: '1.0.0',
  license,
  holder: undefined,
  text: undefined,
  manifest: { name, version: '1.0.0', ...(license === undefined ? {} : { license }) },
  ...more,
});

describe('Licenses of the packages in the extension', () => {
  it('A package without a license, with an unknown one or with an unwanted one is named', () => {
    assert.deepEqual(
      licenseProblems([
        bundled('good', 'MIT'),
        bundled('silent', undefined),
        bundled('empty', ' '),
        bundled('own', 'SEE LICENSE IN FILE'),
        bundled('copyleft', 'GPL-3.0-only'),
      ]),
      [
        'silent@1.0.0 states no license.',
        'empty@1.0.0 states no license.',
        'own@1.0.0 has the license SEE LICENSE IN FILE, which is no SPDX expression.',
        "copyleft@1.0.0 has the license GPL-3.0-only, which isn't accepted.",
      ],
    );
  });

  it('A choice of licenses is accepted if one of them is, and a combination only if all are', () => {
    assert.deepEqual(licenseProblems([bundled('choice', '(GPL-3.0-only OR MIT)')]), []);
    assert.equal(licenseProblems([bundled('both', '(GPL-3.0-only AND MIT)')]).length, 1);
  });

  it('The notices have each text once, after the packages that it is for, and a text for packages without one', () => {
    const text = 'Permission is granted by us.';
    const notices = noticesOf([
      bundled('a', 'MIT', { text }),
      bundled('b', 'ISC', { text: 'Other text.' }),
      bundled('c', 'MIT', { text: `Permission is\n  granted by us.\n` }),
      bundled('d', 'MIT', { holder: 'Dora' }),
    ]);
    assert.match(notices, /a 1\.0\.0 \(MIT\)\nc 1\.0\.0 \(MIT\)\n\nPermission is granted by us\.\n/);
    assert.equal(notices.match(/Permission is\s+granted by us/g)?.length, 1);
    assert.match(notices, /d 1\.0\.0 \(MIT\), Copyright \(c\) Dora\n\nMIT License\n/);
  });

  it('The bill of materials names each package with its version and license', () => {
    const packages = [bundled('@scope/a', 'MIT'), bundled('b', '(MIT OR Apache-2.0)')];
    const text = billOfMaterials({ name: 'enso', version: '2.0.0', license: 'MIT' }, packages);
    const { bomFormat, metadata, components } = JSON.parse(text) as {
      bomFormat: string;
      metadata: { component: { name: string; version: string } };
      components: { purl: string; licenses: unknown[] }[];
    };
    assert.equal(bomFormat, 'CycloneDX');
    assert.equal(`${metadata.component.name}@${metadata.component.version}`, 'enso@2.0.0');
    assert.deepEqual(
      components.map(({ purl, licenses }) => [purl, licenses]),
      [
        ['pkg:npm/%40scope/a@1.0.0', [{ license: { id: 'MIT' } }]],
        ['pkg:npm/b@1.0.0', [{ expression: '(MIT OR Apache-2.0)' }]],
      ],
    );
    assert.equal(billOfMaterials({ name: 'enso', version: '2.0.0', license: 'MIT' }, packages), text);
  });

  it('A package counts if something of it is in the output, also one that lies in another', () => {
    const output = {
      inputs: {
        'src/a.ts': { bytesInOutput: 5 },
        'node_modules/unused/index.js': { bytesInOutput: 0 },
        'node_modules/@scope/outer/node_modules/inner/dist/x.js': { bytesInOutput: 5 },
      },
      bytes: 10,
      imports: [],
      exports: [],
    };
    assert.deepEqual([...foldersOf({ 'a.js': output })], ['node_modules/@scope/outer/node_modules/inner']);
  });
});
