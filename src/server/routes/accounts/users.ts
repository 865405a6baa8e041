import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import {
  type AccountLanguage,
  ClaimOwnerBody,
  LoginBody,
  RefreshBody,
  RegisterBody,
  SessionBody,
  SignOutBody,
} from '../../../contract/http/accounts.ts';
import { text } from '../../../contract/shapes.ts';
import { chooseLanguage } from '../../accounts/choose-language.ts';
import { claimOwner } from '../../accounts/claim-owner.ts';
import { logIn } from '../../accounts/factors/log-in.ts';
import { register } from '../../accounts/register.ts';
import { closeAllSessions } from '../../accounts/sessions/close-all-sessions.ts';
import { closeSession, findSession } from '../../accounts/sessions/close-session.ts';
import { refreshSession } from '../../accounts/sessions/refresh-session.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../http/authenticate.ts';
import { limitBy } from '../../http/limit-rates.ts';
import { dropSession, keepSession, placeOf, readSession } from '../../http/session-cookie.ts';
import { signalOf } from '../../http/signal-of.ts';
import { endVouched } from './company-sign-out.ts';

const MINUTE_MS = 60_000;

/** Its rules are told by `checkPassword`, with their own failure, not as a malformed request. */
export const anyPassword = text(1000);

/** Something is answered only where the company's provider has yet to sign the browser out as well. */
const SIGNED_OUT = { 200: SignOutBody, 204: z.null() };

/** /api/users/: registration and sessions. */
export function userRoutes(app: App, deps: Deps): void {
  const isPublic = true;
  const { db } = deps.database;
  const byEmailAndAddress = (request: FastifyRequest) =>
    `login:${request.ip} ${(request.body as { email: string }).email.trim().toLowerCase()}`;
  const loginLimit = limitBy(app, deps, { max: 10, windowMs: 5 * MINUTE_MS, key: byEmailAndAddress });

  app.post(
    '/api/users/register/',
    {
      config: { isPublic, isLocalWay: true, rateLimit: { max: 30, timeWindow: 10 * MINUTE_MS } },
      schema: {
        summary: 'Makes an account',
        body: RegisterBody.extend({ password: anyPassword }),
        response: { 201: SessionBody },
      },
    },
    async (request, reply) => {
      const session = await register(
        deps,
        { ...request.body, language: languageOf(request) },
        placeOf(request),
      );
      return reply.code(201).send(await keepSession(deps, request, reply, session));
    },
  );

  app.post(
    '/api/users/login/',
    {
      config: { isPublic, isLocalWay: true, rateLimit: { max: 30, timeWindow: MINUTE_MS } },
      schema: {
        summary: 'Signs in with e-mail and password',
        body: LoginBody,
        response: { 200: SessionBody },
      },
      preHandler: loginLimit,
    },
    async (request, reply) =>
      keepSession(deps, request, reply, await logIn(deps, request.body, placeOf(request), signalOf(reply))),
  );

  app.post(
    '/api/users/owner/claim/',
    {
      config: { isPublic, rateLimit: { max: 10, timeWindow: MINUTE_MS } },
      schema: {
        summary: 'Makes the owner of the instance with the link it printed',
        body: ClaimOwnerBody.extend({ password: anyPassword }),
        response: { 200: SessionBody },
      },
    },
    async (request, reply) => {
      const session = await claimOwner(
        deps,
        { ...request.body, language: languageOf(request) },
        placeOf(request),
      );
      return keepSession(deps, request, reply, session);
    },
  );

  app.post(
    '/api/users/token/refresh/',
    {
      config: { isPublic, rateLimit: { max: 120, timeWindow: MINUTE_MS } },
      schema: {
        summary: 'Exchanges the refresh token for new ones',
        body: RefreshBody.nullish(),
        response: { 200: SessionBody },
      },
    },
    async (request, reply) => {
      const token = readSession(deps, request);
      if (token === null) throw new AppError({ code: 'not-authenticated' });
      const session = await refreshSession(db, deps, token, placeOf(request)).catch((error: unknown) => {
        // Anything else says nothing of the session: it is asked for again.
        if (error instanceof AppError && error.failure.code === 'not-authenticated') dropSession(reply);
        throw error;
      });
      return keepSession(deps, request, reply, session);
    },
  );

  app.post(
    '/api/users/logout/',
    {
      config: { isPublic },
      schema: { summary: 'Signs out', body: RefreshBody.nullish(), response: SIGNED_OUT },
    },
    async (request, reply) => {
      const token = readSession(deps, request);
      const inToken = token === null ? null : await findSession(db, token);
      // Whoever holds only the access token signs out, too.
      for (const sessionId of new Set([inToken, request.sessionId])) {
        if (sessionId !== null) await closeSession(db, sessionId, deps.now());
      }
      dropSession(reply);
      const further = endVouched(deps, request, reply);
      return reply.code(further === null ? 204 : 200).send(further);
    },
  );

  app.post(
    '/api/users/logout/all/',
    { schema: { summary: 'Signs out everywhere', response: SIGNED_OUT } },
    async (request, reply) => {
      await db.transaction((tx) => closeAllSessions(tx, callerOf(request), deps.now()));
      dropSession(reply);
      const further = endVouched(deps, request, reply);
      return reply.code(further === null ? 204 : 200).send(further);
    },
  );
}

/** The language that the page asks for, else the browser's. */
export function languageOf(request: FastifyRequest): AccountLanguage {
  const { language } = request.body as { readonly language?: AccountLanguage };
  return chooseLanguage(language, request.headers['accept-language']);
}
