import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  ForgotBody,
  ResetBody,
  ResetSessionBody,
  VerifiedBody,
  VerifyBody,
} from '../../../contract/http/accounts.ts';
import { requestReset } from '../../accounts/passwords/request-reset.ts';
import { resetPassword } from '../../accounts/passwords/reset-password.ts';
import { resendVerification } from '../../accounts/resend-verification.ts';
import { verifyEmail } from '../../accounts/verify-email.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../http/authenticate.ts';
import { limitBy } from '../../http/limit-rates.ts';
import { keepSession, placeOf } from '../../http/session-cookie.ts';
import { anyPassword } from './users.ts';

const MINUTE_MS = 60_000;

/** /api/users/password/ and email/: what links in mails are asked for and do. */
export function accountLinkRoutes(app: App, deps: Deps): void {
  const isPublic = true;
  const byEmail = (request: FastifyRequest) =>
    `forgot:${(request.body as { email: string }).email.toLowerCase()}`;
  const byCaller = (request: FastifyRequest) => `resend:${callerOf(request)}`;
  const forgotLimit = limitBy(app, deps, { max: 3, windowMs: 10 * MINUTE_MS, key: byEmail });
  const resendLimit = limitBy(app, deps, { max: 3, windowMs: 10 * MINUTE_MS, key: byCaller });

  app.post(
    '/api/users/password/forgot/',
    {
      config: { isPublic, isLocalWay: true, rateLimit: { max: 20, timeWindow: 10 * MINUTE_MS } },
      schema: {
        summary: 'Sends a mail with a link to a new password',
        body: ForgotBody,
        response: { 204: z.null() },
      },
      preHandler: forgotLimit,
    },
    async (request, reply) => {
      requestReset(deps, request.body.email);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/users/password/reset/',
    {
      config: { isPublic, isLocalWay: true, rateLimit: { max: 20, timeWindow: MINUTE_MS } },
      schema: {
        summary: 'Sets a new password with the link of a mail',
        body: ResetBody.extend({ password: anyPassword }),
        response: { 200: ResetSessionBody },
      },
    },
    async (request, reply) => {
      const session = await resetPassword(deps, request.body, placeOf(request));
      await keepSession(deps, request, reply, session);
      return session;
    },
  );

  app.post(
    '/api/users/email/verify/',
    {
      config: { isPublic, rateLimit: { max: 20, timeWindow: MINUTE_MS } },
      schema: {
        summary: 'Proves an e-mail with the link of a mail',
        body: VerifyBody,
        response: { 200: VerifiedBody },
      },
    },
    async (request) => verifyEmail(deps, request.body.token),
  );

  app.post(
    '/api/users/email/resend/',
    {
      schema: { summary: 'Sends the mail that proves the e-mail again', response: { 204: z.null() } },
      preHandler: resendLimit,
    },
    async (request, reply) => {
      await resendVerification(deps, callerOf(request));
      return reply.code(204).send(null);
    },
  );
}
