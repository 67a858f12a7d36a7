// Installed beside Enso in test runs: keeps the extension host on loopback and writes down what tried to leave.
const { appendFileSync } = require('node:fs');
const { stayOnLoopback } = require('./loopback.cjs');

exports.activate = () => {
  const file = process.env['ENSO_NETWORK_LOG'];
  if (!file) return;
  appendFileSync(file, '');
  stayOnLoopback((destination) => appendFileSync(file, `${destination}\n`));
};
