// Decides which licenses the extension may carry, and writes its notices and its software bill of materials.
import { createRequire } from 'node:module';
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import parse from 'spdx-expression-parse';
import satisfies from 'spdx-satisfies';

/** @typedef {import('./bundledPackages.mjs').BundledPackage} BundledPackage */

const require = createRequire(import.meta.url);

/** Licenses that allow a copy in the extension and ask for no more than a notice. */
const accepted = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  // The icons.
  'CC-BY-4.0',
];

/** Returns what is wrong with the licenses of packages, one sentence each. @param {readonly BundledPackage[]} packages */
export function licenseProblems(packages) {
  return packages.flatMap(({ name, version, license }) => {
    const named = `${name}@${version}`;
    if (license === undefined || license.trim() === '') return [`${named} states no license.`];
    try {
      return satisfies(license, accepted)
        ? []
        : [`${named} has the license ${license}, which isn't accepted.`];
    } catch {
      return [`${named} has the license ${license}, which is no SPDX expression.`];
    }
  });
}

/** Returns the notices: each license text once, after the packages that it is for. @param {readonly BundledPackage[]} packages */
export function noticesOf(packages) {
  /** @type {Map<string, {text: string, those: BundledPackage[]}>} */
  const byText = new Map();
  for (const each of packages) {
    const text = each.text ?? standardText(each.license ?? '');
    // Copies of one text differ in spaces and line breaks.
    const key = text.replaceAll(/\s+/g, ' ').trim();
    const section = byText.get(key) ?? { text: text.trim(), those: [] };
    section.those.push(each);
    byText.set(key, section);
  }
  const sections = [...byText.values()].map(({ text, those }) => {
    const lines = those.map(({ name, version, license, holder, text: own }) => {
      const copyright = own === undefined && holder ? `, Copyright (c) ${holder}` : '';
      return `${name} ${version} (${license})${copyright}`;
    });
    return `${lines.join('\n')}\n\n${text}\n`;
  });
  const line = `\n${'-'.repeat(80)}\n\n`;
  return `Enso includes files of the projects below, under these licenses.\n${line}${sections.join(line)}`;
}

/** Returns the text of a license for packages that carry none. @param {string} license */
function standardText(license) {
  const [first = ''] = idsOf(parse(license));
  const { licenseText } = require(`spdx-license-list/licenses/${first}.json`);
  return String(licenseText).trim();
}

/** @param {ReturnType<typeof parse>} expression @returns {string[]} */
function idsOf(expression) {
  return 'license' in expression
    ? [expression.license]
    : [...idsOf(expression.left), ...idsOf(expression.right)];
}

/**
 * Returns the bill of materials as CycloneDX JSON. The same packages make the same text.
 * @param {{name: string, version: string, license?: string}} product
 * @param {readonly BundledPackage[]} packages
 */
export function billOfMaterials(product, packages) {
  const licenses = new Contrib.License.Factories.LicenseFactory((text) => void parse(text));
  const components = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(
    new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory(),
    licenses,
  );
  const bom = new Models.Bom();
  /** @param {BundledPackage['manifest']} manifest @param {Enums.ComponentType} type */
  const component = (manifest, type) => {
    const made = components.makeComponent(/** @type {never} */ (manifest), type);
    if (made === undefined) throw new Error(`${String(manifest['name'])} can't be described.`);
    const path = [made.group, made.name].filter(Boolean).map((part) => encodeURIComponent(part ?? ''));
    made.purl = `pkg:npm/${path.join('/')}@${made.version ?? ''}`;
    made.bomRef.value = made.purl;
    return made;
  };
  bom.metadata.component = component(product, Enums.ComponentType.Application);
  for (const { manifest } of packages) bom.components.add(component(manifest, Enums.ComponentType.Library));
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`;
}
