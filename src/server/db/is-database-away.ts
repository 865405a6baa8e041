import { AppError } from '../../contract/failure.ts';

/** Socket error codes: nobody listens, or the connection was closed. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
/**
 * SQLSTATE codes: shutting down, crashed, starting up, too many connections; class 08 (connection exceptions);
 * timeouts of a statement, a lock or an idle transaction (see SESSION_LIMITS in database.ts); and a transaction that
 * was undone for another one: a deadlock, or a change that was overtaken.
 */
const SERVER_CODE = /^(57P0[123]|53300|08\w{3}|57014|55P03|25P0[34]|40P01|40001)$/;
/** Errors of node-postgres itself have no code, only a message. */
const CLIENT_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * Whether something failed because PostgreSQL cannot be reached, hung, went away in the middle, or preferred somebody else. Another try may succeed. A failure
 * that somebody has named is what they say: the sockets beneath it are of others, such as a ComfyUI.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let each = error; each instanceof Error && !(each instanceof AppError); each = each.cause) {
    const { code, syscall } = each as { code?: unknown; syscall?: unknown };
    // ENOENT of a missing file must not count: a missing unix socket has the same code.
    if (
      SOCKET_CODES.has(String(code)) &&
      ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall))
    )
      return true;
    if (SERVER_CODE.test(String(code)) || CLIENT_MESSAGE.test(each.message)) return true;
  }
  return false;
}
