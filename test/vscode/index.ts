import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/** The prefix of each line, by which the launcher distinguishes the tests from the workbench on the shared console. */
const mark = process.env['ENSO_TEST_MARK'] ?? '';

/** Runs the tests in the extension host. VS Code calls this function and waits. */
export async function run(): Promise<void> {
  const project = join(__dirname, '..', '..', '..');
  const mocha = new Mocha({
    reporter: join(project, 'scripts', 'lib', 'reporter.cjs'),
    timeout: 30_000,
    forbidOnly: true,
    forbidPending: true,
    failZero: true,
    color: true,
  });
  Mocha.reporters.Base.consoleLog = (...values: unknown[]) => {
    for (const line of format(...values).split('\n')) console.log(`${mark}${line}`);
  };
  const folder = join(__dirname, 'host');
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.test.js'))) {
    mocha.addFile(join(folder, name));
  }
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${String(failures)} of the tests in the extension host failed.`);
}
