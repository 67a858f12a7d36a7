// Fails every test that connects to the network, even if the test handles the refusal.
const { stayOnLoopback } = require('./loopback.cjs');

/** @type {string[]} */
const attempts = [];
stayOnLoopback((destination) => attempts.push(destination));

/** Returns and clears the connections that this test has tried. @returns {string[]} */
exports.takeAttempts = () => attempts.splice(0);

exports.mochaHooks = {
  afterEach() {
    const tried = attempts.splice(0);
    if (tried.length > 0) throw new Error(`This test connected to the network: ${tried.join(', ')}`);
  },
};
