import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type Failure, isAbort } from '../../contract/failure.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { isDiskFull, isDiskReadOnly } from '../process/setup-error.ts';
import { StoreAway } from '../storage/s3-failures.ts';
import type { App } from './app.ts';
import { failureResponse } from './failure-response.ts';

/** In figures and logs only. */
const CALLER_GONE = 499;

/** Failures typical of attacks; each is logged at the default level, so that tools can ban addresses by them. */
const REFUSALS: ReadonlySet<Failure['code']> = new Set([
  'credentials-wrong',
  'password-wrong',
  'second-factor-wrong',
  'second-factor-expired',
  'passkey-refused',
  'passkey-expired',
  'account-closed',
  'account-link-invalid',
  'owner-link-invalid',
  'invitation-invalid',
  'google-refused',
  'ticket-invalid',
  'forbidden',
  'rate-limited',
]);
/** Nobody knows how long it takes. */
const MAINTENANCE_RETRY_SECONDS = 30;
const ACCOUNT_MAX_LENGTH = 254;

/** Turns whatever a route throws into an answer in the shape of L8. Bugs are logged and say nothing to the caller. */
export function handleErrors(app: App): void {
  app.setErrorHandler((error, request, reply) => {
    // Whoever asked has gone: nobody reads an answer, and nothing is wrong.
    if (isAbort(error) && request.raw.socket.destroyed) return reply.code(CALLER_GONE).send();
    const failure = toFailure(error, request);
    if (REFUSALS.has(failure.code)) noteRefusal(request, failure);
    noteTrouble(request, failure, error);
    return sendFailure(reply, failure);
  });
}

/** Whoever has the number of a call that the server, or somebody it needs, could not do finds by it what happened. */
function noteTrouble(request: FastifyRequest, failure: Failure, error: unknown): void {
  if (failure.code === 'server-failed') request.log.error({ err: error }, 'bug');
  else if (failure.code === 'server-unready') noteUnready(request);
  else if (failure.code !== 'maintenance' && failureResponse(failure).status >= 500)
    request.log.warn({ err: error }, 'a call could not be done');
}

/** The line of a call that is answered with `server-unready`. */
export function noteUnready({ log }: Pick<FastifyRequest, 'log'>): void {
  log.warn('a call found no database, or a disk that takes no writes');
}

/** One line with the address of the caller and the account they meant; README.md shows how to read it. */
function noteRefusal(request: FastifyRequest, failure: Failure): void {
  const route = request.routeOptions.url ?? 'none';
  // Any caller may exceed a rate limit; exceeding it on these routes is a sign of an attack.
  if (failure.code === 'rate-limited' && !route.startsWith('/api/users/')) return;
  const { email } = (request.body ?? {}) as { email?: unknown };
  const named = typeof email === 'string' ? email.slice(0, ACCOUNT_MAX_LENGTH) : null;
  request.log.warn(
    { refused: failure.code, address: request.ip, account: request.caller ?? named, route },
    'refused',
  );
}

/** Answers with a failure. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status, body } = failureResponse(failure);
  // Of maintenance no line of the log says anything.
  if (status >= 500 && failure.code !== 'maintenance') body.request_id = reply.request.id;
  if (failure.code === 'rate-limited') reply.header('retry-after', failure.retryAfterSeconds);
  if (failure.code === 'idempotency-in-flight' || failure.code === 'server-unready')
    reply.header('retry-after', 1);
  if (failure.code === 'maintenance') reply.header('retry-after', MAINTENANCE_RETRY_SECONDS);
  // The serializer of the route knows its own answers only.
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body);
}

function toFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof AppError) return error.failure;
  if (isDiskFull(error)) return { code: 'storage-full' };
  const isAway = isDatabaseAway(error) || isDiskReadOnly(error) || error instanceof StoreAway;
  if (isAway) return { code: 'server-unready' };
  if (isAccountGone(error)) return { code: 'not-authenticated' };
  if (isEmailTaken(error)) return { code: 'email-taken' };
  const { statusCode, message } = error as Partial<FastifyError>;
  if (statusCode === 413) return { code: 'upload-too-large', maxBytes: request.routeOptions.bodyLimit };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { code: 'invalid-request', fields: { body: message ?? 'is not valid' } };
  }
  return { code: 'server-failed' };
}

/** Something was to be kept for an account that was deleted after the call began, or its token was issued. */
function isAccountGone(error: unknown): boolean {
  // PostgreSQL's foreign_key_violation.
  return isRefusedBy(error, '23503', /_user_id_users_id_fk$/);
}

/** Of two who take one e-mail at once, both found it free. */
function isEmailTaken(error: unknown): boolean {
  // PostgreSQL's unique_violation.
  return isRefusedBy(error, '23505', /^users_email_key$/);
}

function isRefusedBy(error: unknown, wanted: string, constraints: RegExp): boolean {
  const { cause = error } = error as { cause?: unknown };
  const { code, constraint } = (cause ?? {}) as { code?: unknown; constraint?: unknown };
  return code === wanted && constraints.test(String(constraint));
}
