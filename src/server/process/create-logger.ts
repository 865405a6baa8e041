import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { traceIds } from '../tracing/span.ts';

/** Wherever such a field turns up in what is logged, its value is left out. */
const SECRETS = ['password', 'token', 'refresh_token', 'access_token', 'authorization', 'cookie', 'ticket'];
/** What stands in quotes in a message is somebody's value, with quotes of its own: from the first to the last. */
const QUOTED = /["'`“].*["'`”]/;
/** Names of tables and columns stand in double quotes in a statement. */
const LITERAL = /'[^']*'/g;
const MESSAGE_MAX_LENGTH = 300;
const QUERY_MAX_LENGTH = 500;
/** Of an error's stack only the lines that name places of the code; the message before them may have many lines. */
const FRAME = /^ {4}at .+$/gm;
/** Depth of causes that are told. */
const MAX_CAUSES = 4;

/** The server's log: one JSON line per event, without secrets and without values that people sent. */
export function createLogger(level: Config['logLevel'], destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: traceIds,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
      serializers: { err: (error: unknown) => describeError(error, MAX_CAUSES) },
    },
    destination,
  );
}

/** What went wrong and where. Errors of the database say which statement and rule, never its parameters or rows. */
function describeError(error: unknown, causes: number): unknown {
  if (typeof error !== 'object' || error === null) return { type: typeof error };
  const { name, message, stack, code, constraint, table, column, query, cause } = error as Record<
    string,
    unknown
  >;
  const known = { code, constraint, table, column };
  const told = Object.entries(known).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  return {
    type: typeof name === 'string' ? name : 'object',
    // Parameters stand as $1 in a statement.
    ...(typeof query === 'string'
      ? { query: query.replace(/\s+/g, ' ').replace(LITERAL, '…').slice(0, QUERY_MAX_LENGTH) }
      : { message: firstLine(String(message ?? '')) }),
    ...Object.fromEntries(told),
    ...(typeof stack === 'string' ? { stack: (stack.match(FRAME) ?? []).join('\n') } : {}),
    ...(cause === undefined || causes === 0 ? {} : { cause: describeError(cause, causes - 1) }),
  };
}

/** Without what it quotes. */
function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.replace(QUOTED, '…').slice(0, MESSAGE_MAX_LENGTH);
}
