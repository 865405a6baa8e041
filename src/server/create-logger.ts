import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Wherever such a field turns up in what is logged, its value is left out. */
const SECRETS = ['password', 'token', 'refresh_token', 'access_token', 'authorization', 'cookie', 'ticket'];
/** drizzle writes the values of a failed query into its message: e-mails, hashes, prompts. */
const QUERY_VALUES = /\nparams: [^\n]*/g;

/** The server's log: one JSON line per event, without secrets. */
export function createLogger(level: Config['logLevel'], destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
      serializers: { err: describeError },
    },
    destination,
  );
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: error.message.replace(QUERY_VALUES, ''),
    stack: error.stack?.replace(QUERY_VALUES, ''),
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
