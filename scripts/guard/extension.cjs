// Installed beside Enso in test runs: keeps the extension host on loopback and records blocked connections, and
// resets the window for the next test.
const { appendFileSync } = require('node:fs');
const { stayOnLoopback } = require('./loopback.cjs');
const { serveResets } = require('./reset.cjs');

exports.activate = () => {
  const file = process.env['ENSO_NETWORK_LOG'];
  if (file) {
    appendFileSync(file, '');
    stayOnLoopback((destination) => appendFileSync(file, `${destination}\n`));
  }
  const resets = process.env['ENSO_RESETS'];
  if (resets) serveResets(resets);
};
