// A test that reaches for the network fails, whatever it makes of the refusal.
const { stayOnLoopback } = require('./loopback.cjs');

/** @type {string[]} */
const attempts = [];
stayOnLoopback((destination) => attempts.push(destination));

/** What this test has tried so far; emptied on reading. @returns {string[]} */
exports.takeAttempts = () => attempts.splice(0);

exports.mochaHooks = {
  afterEach() {
    const tried = attempts.splice(0);
    if (tried.length > 0) throw new Error(`This test reached for the network: ${tried.join(', ')}`);
  },
};
