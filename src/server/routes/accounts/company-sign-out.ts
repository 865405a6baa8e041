import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SignOutBody } from '../../../contract/http/accounts.ts';
import { REFRESH_LIFETIME_MS } from '../../accounts/sessions/refresh-token.ts';
import type { Deps } from '../../deps.ts';
import { isSecure } from '../../http/session-cookie.ts';

const COOKIE = 'vitrine_vouched';
/** It is of no use elsewhere. */
const COOKIE_PATH = '/api/users/logout/';
/** Browsers keep 4,096 bytes with its name and attributes; a token with many groups has more. */
const TOKEN_MAX_LENGTH = 3_500;
/** In place of a token that is too long. */
const NO_TOKEN = '-';

/**
 * This browser is signed in at the company's provider: its own word for that is kept in the browser, which got it, and nowhere
 * else, until somebody signs out here.
 */
export function keepVouched(deps: Deps, request: FastifyRequest, reply: FastifyReply, idToken: string): void {
  if (deps.config.company?.endsSessions !== true) return;
  reply.setCookie(COOKIE, idToken.length > TOKEN_MAX_LENGTH ? NO_TOKEN : idToken, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(deps, request),
    maxAge: REFRESH_LIFETIME_MS / 1000,
  });
}

/**
 * Answers a sign-out, once the session here is closed.
 *
 * @returns Where the browser goes to be signed out by the company's provider, too; null for nowhere.
 */
export async function endVouched(
  { services }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<z.infer<typeof SignOutBody> | null> {
  const kept = request.cookies[COOKIE];
  if (kept === undefined || services.company === null) return null;
  reply.clearCookie(COOKIE, { path: COOKIE_PATH });
  const url = await services.company.end(kept === NO_TOKEN ? null : kept);
  return url === null ? null : { url };
}
