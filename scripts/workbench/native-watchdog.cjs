// Replaces the workbench's native watchdog: ends the extension host when its server has exited.
let watching = false;

/** @param {number} pid */
exports.start = (pid) => {
  if (watching) return;
  watching = true;
  setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch {
      process.exit(87);
    }
  }, 2000).unref();
};

/** @param {number} [code] */
exports.exit = (code) => process.exit(code ?? 0);
