import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../../contract/failure.ts';
import { GoogleBody, GoogleNonceBody, SessionBody } from '../../../contract/http/accounts.ts';
import { signInVouched } from '../../accounts/providers/sign-in-vouched.ts';
import { createGoogleVerifier } from '../../accounts/providers/verify-google.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { isSecure, keepSession, placeOf } from '../../http/session-cookie.ts';
import { languageOf } from './users.ts';

const PATH = '/api/users/auth/google/';
const COOKIE = 'vitrine_google';
/** A sign-in page may stand open for a day. */
const LIFETIME_SECONDS = 24 * 3_600;
const MINUTE_MS = 60_000;

/**
 * /api/users/auth/google/. The nonce in Google's ID token is the hash of a secret that only this browser's cookie
 * holds, so that a token which was made for another page, or taken from one, is worth nothing.
 */
export function googleRoutes(app: App, deps: Deps): void {
  const open = () => ({ isPublic: true, rateLimit: { max: 30, timeWindow: MINUTE_MS } });
  const verify = deps.config.google && createGoogleVerifier(deps.config.google, deps);

  app.get(
    PATH,
    {
      config: open(),
      schema: { summary: 'What a sign-in with Google needs first', response: { 200: GoogleNonceBody } },
    },
    async (request, reply) => {
      if (verify === null) throw new AppError({ code: 'not-configured' });
      // The same again for a second tab.
      const secret = request.cookies[COOKIE] ?? randomBytes(32).toString('base64url');
      reply.setCookie(COOKIE, secret, {
        path: PATH,
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(deps, request),
        maxAge: LIFETIME_SECONDS,
      });
      return { nonce: nonceOf(secret) };
    },
  );

  app.post(
    PATH,
    {
      config: open(),
      schema: { summary: 'Signs in with Google', body: GoogleBody, response: { 200: SessionBody } },
    },
    async (request, reply) => {
      if (verify === null) throw new AppError({ code: 'not-configured' });
      const { credential, invitation_token } = request.body;
      const secret = request.cookies[COOKIE];
      if (secret === undefined) throw new AppError({ code: 'google-refused', reason: 'token' });
      const vouched = await verify(credential, nonceOf(secret));
      const person = { language: languageOf(request), invitation_token, isMember: false };
      const refusal = () => new AppError({ code: 'google-refused', reason: 'email' });
      const session = await signInVouched(deps, vouched, person, placeOf(request), refusal);
      reply.clearCookie(COOKIE, { path: PATH });
      return keepSession(deps, request, reply, session);
    },
  );
}

function nonceOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
