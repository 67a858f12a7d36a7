// Installed with Enso in test runs: restricts the extension host to loopback and logs blocked connections.
const { appendFileSync } = require('node:fs');
const { stayOnLoopback } = require('./loopback.cjs');

exports.activate = () => {
  const file = process.env['ENSO_NETWORK_LOG'];
  if (!file) return;
  appendFileSync(file, '');
  stayOnLoopback((destination) => appendFileSync(file, `${destination}\n`));
};
