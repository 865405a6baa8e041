import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SignOutBody } from '../../../contract/http/accounts.ts';
import { REFRESH_LIFETIME_MS } from '../../accounts/sessions/refresh-token.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { isSecure } from '../../http/session-cookie.ts';

const COOKIE = 'vitrine_vouched';
/** It is of no use elsewhere. */
const COOKIE_PATH = '/api/users/logout/';
/** Browsers keep 4,096 bytes with its name and attributes; a token with many groups has more. */
const TOKEN_MAX_LENGTH = 3_500;
/** In place of a token that is too long. */
const NO_TOKEN = '-';
const END_PATH = `${COOKIE_PATH}company/`;
const MINUTE_MS = 60_000;

/**
 * This browser is signed in at the company's provider: its own word for that is kept in the browser, which got it, and nowhere
 * else, until it goes there to be signed out.
 *
 * @param idToken Null where it is not to be signed out there.
 */
export function keepVouched(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  idToken: string | null,
): void {
  if (idToken === null) return;
  reply.setCookie(COOKIE, idToken.length > TOKEN_MAX_LENGTH ? NO_TOKEN : idToken, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(deps, request),
    maxAge: REFRESH_LIFETIME_MS / 1000,
  });
}

/**
 * Answers a sign-out, once the session here is closed. Nobody is asked for that, and nothing is lost with the answer: the
 * provider's word stays in the browser until that goes there.
 *
 * @returns Where the browser goes to be signed out by the company's provider, too; null for nowhere.
 */
export function endVouched(
  { config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): z.infer<typeof SignOutBody> | null {
  if (request.cookies[COOKIE] === undefined) return null;
  if (config.company?.endsSessions === true) return { url: END_PATH };
  dropVouched(reply);
  return null;
}

function dropVouched(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { path: COOKIE_PATH });
}

/**
 * /api/users/logout/company/: the browser itself goes there, and on to the company's provider, which sends it back to the first page.
 * The page is told no more than this address: what the provider is told is read of the cookie, and the cookie goes with it.
 */
export function companySignOutRoutes(app: App, { services }: Deps): void {
  app.get(
    END_PATH,
    {
      config: { isPublic: true, rateLimit: { max: 30, timeWindow: MINUTE_MS } },
      schema: {
        summary: "Sends a browser to the company's provider to be signed out there",
        response: { 302: z.null() },
      },
      // A person would read it in place of a page. The cookie stays, and the first page says that somebody is still signed in there.
      errorHandler(error, request, reply) {
        request.log.warn({ err: error }, "a browser was not led on to the company's provider");
        return reply.redirect('/', 302);
      },
    },
    async (request, reply) => {
      reply.header('referrer-policy', 'no-referrer');
      const kept = request.cookies[COOKIE];
      if (kept === undefined || services.company === null) return reply.redirect('/', 302);
      const url = await services.company.end(kept === NO_TOKEN ? null : kept);
      dropVouched(reply);
      return reply.redirect(url ?? '/', 302);
    },
  );
}
