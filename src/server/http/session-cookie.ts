import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import type { RefreshBody, SessionBody } from '../../contract/http/accounts.ts';
import { closeSession, findSession } from '../accounts/sessions/close-session.ts';
import type { Place } from '../accounts/sessions/open-session.ts';
import { REFRESH_LIFETIME_MS } from '../accounts/sessions/refresh-token.ts';
import type { Deps } from '../deps.ts';
import { isOwnOrigin } from './security.ts';

const COOKIE = 'vitrine_refresh';
/** Those of browsers are shorter. */
const USER_AGENT_MAX_LENGTH = 400;
/** An IPv6 address with a zone. */
const ADDRESS_MAX_LENGTH = 64;
/** Where sessions begin, go on and end (A9). */
const COOKIE_PATH = '/api/users/';

/** Gives the browser a session to keep, and answers with it. A browser has one: another that it kept is over. */
export async function keepSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: SessionBody,
): Promise<SessionBody> {
  const { db } = deps.database;
  const kept = request.cookies[COOKIE];
  if (kept !== undefined && isOwnOrigin(deps.config, request)) {
    const before = await findSession(db, kept);
    const now = await findSession(db, session.refresh_token);
    if (before !== null && before !== now) await closeSession(db, before, deps.now());
  }
  reply.setCookie(COOKIE, session.refresh_token, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(deps, request),
    maxAge: REFRESH_LIFETIME_MS / 1000,
  });
  return session;
}

/** Takes the session out of the browser. */
export function dropSession(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { path: COOKIE_PATH });
}

/**
 * The refresh token from the body, else from the cookie; null without one.
 *
 * @throws AppError `forbidden` when the browser says that another site sent the cookie.
 */
export function readSession(deps: Deps, request: FastifyRequest): string | null {
  const { refresh_token: inBody } = (request.body ?? {}) as z.infer<typeof RefreshBody>;
  if (inBody) return inBody;
  const inCookie = request.cookies[COOKIE];
  if (!inCookie) return null;
  if (!isOwnOrigin(deps.config, request)) throw new AppError({ code: 'forbidden' });
  return inCookie;
}

/** From where a call comes, as the list of a person's sessions shows it. */
export function placeOf(request: FastifyRequest): Place {
  return {
    // A proxy that is trusted may pass on any text.
    address: request.ip.slice(0, ADDRESS_MAX_LENGTH),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX_LENGTH),
  };
}

/** Whether a cookie may be for encrypted connections only. */
export function isSecure(deps: Deps, request: FastifyRequest): boolean {
  return request.protocol === 'https' || deps.config.publicUrl.startsWith('https:');
}
