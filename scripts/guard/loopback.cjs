// Restricts a Node.js process to loopback: refuses any other connection before it sends a packet.
const { Socket } = require('node:net');

const local = /^(localhost|.*\.localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3}|0\.0\.0\.0|::)$/;

/**
 * Returns the destination of a call of `connect`, or undefined for a pipe or an unset host, which are local.
 * @param {unknown[]} args
 * @returns {string | undefined}
 */
function destination(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first !== null) {
    const { host, path, port } = /** @type {{host?: string, path?: string, port?: number}} */ (first);
    return path || !host ? undefined : `${host}:${port ?? ''}`;
  }
  if (typeof first === 'number' || /^\d+$/.test(String(first))) {
    return typeof second === 'string' ? `${second}:${first}` : undefined;
  }
  return undefined;
}

/**
 * @param {(destination: string) => void} report called for each refused connection
 * @returns {void}
 */
exports.stayOnLoopback = (report) => {
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = /** @type {typeof connect} */ (
    function (/** @type {unknown[]} */ ...args) {
      const to = destination(args);
      if (to === undefined || local.test(to.slice(0, to.lastIndexOf(':')))) {
        return Reflect.apply(connect, this, args);
      }
      report(to);
      const error = Object.assign(new Error(`connect ENETUNREACH ${to}`), { code: 'ENETUNREACH' });
      // Like a real refusal, the error comes after the caller has added its listeners.
      process.nextTick(() => this.destroy(error));
      return this;
    }
  );
};
