import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import {
  type AccountLanguage,
  ClaimOwnerBody,
  LoginBody,
  RefreshBody,
  RegisterBody,
  SessionBody,
  UserBody,
} from '../../contract/http/accounts.ts';
import { chooseLanguage } from '../accounts/choose-language.ts';
import { claimOwner } from '../accounts/claim-owner.ts';
import { closeSession } from '../accounts/close-session.ts';
import { logIn } from '../accounts/log-in.ts';
import { readUser } from '../accounts/read-user.ts';
import { refreshSession } from '../accounts/refresh-session.ts';
import { REFRESH_LIFETIME_MS } from '../accounts/refresh-token.ts';
import { register } from '../accounts/register.ts';
import { callerOf } from '../authenticate.ts';
import type { Deps } from '../deps.ts';
import { limitBy } from '../limit-rates.ts';
import { isOwnOrigin } from '../security.ts';
import type { App } from '../server.ts';

const COOKIE = 'vitrine_refresh';
const COOKIE_PATH = '/api/users/';
const MINUTE_MS = 60_000;

/** Its rules are told by `checkPassword`, with their own failure, not as a malformed request. */
const password = z.string().max(1000);

/** /api/users/: accounts and sessions. */
export function userRoutes(app: App, deps: Deps): void {
  const isPublic = true;
  const byEmail = (request: FastifyRequest) => (request.body as { email: string }).email.trim().toLowerCase();
  const loginLimit = limitBy(app, deps, { max: 10, windowMs: 5 * MINUTE_MS, key: byEmail });

  app.post(
    '/api/users/register/',
    {
      config: { isPublic, rateLimit: { max: 30, timeWindow: 10 * MINUTE_MS } },
      schema: { body: RegisterBody.extend({ password }), response: { 201: SessionBody } },
    },
    async (request, reply) => {
      const session = await register(deps, { ...request.body, language: languageOf(request) });
      setCookie(deps, request, reply, session.refresh_token);
      return reply.code(201).send(session);
    },
  );

  app.post(
    '/api/users/login/',
    {
      config: { isPublic, rateLimit: { max: 30, timeWindow: MINUTE_MS } },
      schema: { body: LoginBody, response: { 200: SessionBody } },
      preHandler: loginLimit,
    },
    async (request, reply) => {
      const session = await logIn(deps, request.body);
      setCookie(deps, request, reply, session.refresh_token);
      return session;
    },
  );

  app.post(
    '/api/users/owner/claim/',
    {
      config: { isPublic, rateLimit: { max: 10, timeWindow: MINUTE_MS } },
      schema: { body: ClaimOwnerBody.extend({ password }), response: { 200: SessionBody } },
    },
    async (request, reply) => {
      const session = await claimOwner(deps, { ...request.body, language: languageOf(request) });
      setCookie(deps, request, reply, session.refresh_token);
      return session;
    },
  );

  app.post(
    '/api/users/token/refresh/',
    {
      config: { isPublic, rateLimit: { max: 120, timeWindow: MINUTE_MS } },
      schema: { body: RefreshBody.nullish(), response: { 200: SessionBody } },
    },
    async (request, reply) => {
      const token = readToken(deps, request);
      if (token === null) throw new AppError({ code: 'not-authenticated' });
      const session = await refreshSession(deps.database.db, deps, token).catch((error: unknown) => {
        clearCookie(reply);
        throw error;
      });
      setCookie(deps, request, reply, session.refresh_token);
      return session;
    },
  );

  app.post(
    '/api/users/logout/',
    { config: { isPublic }, schema: { body: RefreshBody.nullish(), response: { 204: z.null() } } },
    async (request, reply) => {
      const token = readToken(deps, request);
      if (token !== null) await closeSession(deps.database.db, token, deps.now());
      clearCookie(reply);
      return reply.code(204).send(null);
    },
  );

  app.get('/api/users/me/', { schema: { response: { 200: UserBody } } }, async (request) =>
    readUser(deps.database.db, callerOf(request), deps.config.renderCost),
  );
}

function languageOf(request: FastifyRequest): AccountLanguage {
  const { language } = request.body as { readonly language?: AccountLanguage };
  return chooseLanguage(language, request.headers['accept-language']);
}

/**
 * The refresh token from the body, else from the cookie; null without one.
 *
 * @throws AppError `forbidden` when the browser says that another site sent the cookie.
 */
function readToken(deps: Deps, request: FastifyRequest): string | null {
  const { refresh_token: inBody } = (request.body ?? {}) as z.infer<typeof RefreshBody>;
  if (inBody) return inBody;
  const inCookie = request.cookies[COOKIE];
  if (!inCookie) return null;
  if (!isOwnOrigin(deps.config, request)) throw new AppError({ code: 'forbidden' });
  return inCookie;
}

function setCookie(deps: Deps, request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https' || deps.config.publicUrl.startsWith('https:'),
    maxAge: REFRESH_LIFETIME_MS / 1000,
  });
}

function clearCookie(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { path: COOKIE_PATH });
}
