/** The socket's word that nobody listens, or that somebody hung up. */
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
 * PostgreSQL's: it stops, it crashed, it starts, too many are there; all of class 08, connection exceptions; and what was
 * on its way for so long that it hung: a statement, a lock, a transaction (see SESSION_LIMITS in database.ts).
 */
const SERVER_CODE = /^(57P0[123]|53300|08\w{3}|57014|55P03|25P0[34])$/;
/** node-postgres has no codes of its own. */
const CLIENT_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Whether something failed because PostgreSQL cannot be reached, hung, or went away in the middle. Another try may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, syscall } = each as { code?: unknown; syscall?: unknown };
    // A file that is missing has the same code as a socket that is.
    if (
      SOCKET_CODES.has(String(code)) &&
      ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall))
    )
      return true;
    if (SERVER_CODE.test(String(code)) || CLIENT_MESSAGE.test(each.message)) return true;
  }
  return false;
}
