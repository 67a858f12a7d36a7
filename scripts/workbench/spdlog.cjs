// Replaces the workbench's native logger, which npm has only as source code. Writes the same files line by line.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const twoDigits = (/** @type {number} */ number) => String(number).padStart(2, '0');

/** Formats the local time as "2026-01-31 12:00:00.123". */
function stamp(now = new Date()) {
  const date = [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join(':');
  return `${date} ${time}.${String(now.getMilliseconds()).padStart(3, '0')}`;
}

class Logger {
  /** @param {string} _kind @param {string} _name @param {string} file */
  constructor(_kind, _name, file) {
    this.file = file;
    this.level = 2;
    this.plain = false;
  }

  /** @param {number} level @param {string} message */
  write(level, message) {
    if (level < this.level) return;
    try {
      appendFileSync(this.file, this.plain ? message : `${stamp()} [${names[level]}] ${message}\n`);
    } catch {
      // The folder of the run was deleted, so nothing reads this log.
    }
  }

  trace = (/** @type {string} */ message) => this.write(0, message);
  debug = (/** @type {string} */ message) => this.write(1, message);
  info = (/** @type {string} */ message) => this.write(2, message);
  warn = (/** @type {string} */ message) => this.write(3, message);
  error = (/** @type {string} */ message) => this.write(4, message);
  critical = (/** @type {string} */ message) => this.write(5, message);

  getLevel() {
    return this.level;
  }

  /** @param {number} level */
  setLevel(level) {
    this.level = level;
  }

  setPattern() {
    this.plain = false;
  }

  clearFormatters() {
    this.plain = true;
  }

  flush() {}
  drop() {}
}

/** @param {string} name @param {string} file */
async function createLogger(name, file) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger('rotating', name, file);
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
