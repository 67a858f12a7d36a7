// Mocha's spec reporter, which also appends its counts and its failures to the file in ENSO_TEST_COUNTS.
const { appendFileSync } = require('node:fs');
const Mocha = require('mocha');

class CountingReporter extends Mocha.reporters.Spec {
  /** @param {import('mocha').Runner} runner @param {import('mocha').MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    /** @type {{title: string, error: string}[]} */
    const failed = [];
    runner.on('fail', (test, error) => {
      failed.push({
        title: test.fullTitle(),
        error: String(error?.message ?? error).split('\n', 1)[0] ?? '',
      });
    });
    runner.once('end', () => {
      const file = process.env.ENSO_TEST_COUNTS;
      if (!file) return;
      const { passes, failures, pending, duration } = this.stats;
      appendFileSync(file, `${JSON.stringify({ passes, failures, pending, duration, failed })}\n`);
    });
  }
}

module.exports = CountingReporter;
