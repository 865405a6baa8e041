import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SessionBody } from '../../../contract/http/accounts.ts';
import {
  FactorBody,
  FactorConfirmBody,
  FactorPasswordBody,
  FactorProofBody,
  FactorSecretBody,
  RecoveryCodesBody,
  SecondStepBody,
} from '../../../contract/http/second-factor.ts';
import {
  beginFactor,
  confirmFactor,
  endFactor,
  needsFactor,
  readFactor,
  renewOwnCodes,
} from '../../accounts/factors/second-factor.ts';
import { readChallenge } from '../../accounts/factors/sign-in-challenge.ts';
import { finishSignIn } from '../../accounts/sessions/enter.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf, signedIn } from '../../http/authenticate.ts';
import { limitBy } from '../../http/limit-rates.ts';
import { keepSession, placeOf } from '../../http/session-cookie.ts';
import { signalOf } from '../../http/signal-of.ts';

const PATH = '/api/users/me/second-factor/';
const MINUTE_MS = 60_000;

/** /api/users/me/second-factor/, and the second step of a sign-in. */
export function secondFactorRoutes(app: App, deps: Deps): void {
  const windowMs = 10 * MINUTE_MS;
  const byCaller = (request: FastifyRequest) => `second-factor:${callerOf(request)}`;
  /** Wherever it comes from: six digits are few. */
  const byAccount = (request: FastifyRequest) => {
    const { challenge } = request.body as SecondStepBody;
    return `second-step:${readChallenge(deps, challenge) ?? request.ip}`;
  };
  const preHandler = limitBy(app, deps, { max: 20, windowMs, key: byCaller });
  const stepLimit = limitBy(app, deps, { max: 10, windowMs, key: byAccount });

  app.get(
    PATH,
    { schema: { summary: 'Tells whether a second factor is on', response: { 200: FactorBody } } },
    async (request) => {
      const userId = callerOf(request);
      const { isOn, codesLeft } = await readFactor(deps.database.db, userId);
      return { is_on: isOn, is_required: await needsFactor(deps, userId), codes_left: codesLeft };
    },
  );

  app.post(
    `${PATH}begin/`,
    {
      schema: {
        summary: 'Begins a second factor',
        body: FactorPasswordBody,
        response: { 200: FactorSecretBody },
      },
      preHandler,
    },
    async (request) => beginFactor(deps, signedIn(request), request.body.password),
  );

  app.post(
    `${PATH}confirm/`,
    {
      schema: {
        summary: 'Turns the second factor on with its first code',
        body: FactorConfirmBody,
        response: { 200: RecoveryCodesBody },
      },
      preHandler,
    },
    async (request, reply) => ({
      codes: await confirmFactor(deps, signedIn(request), request.body.code, signalOf(reply)),
    }),
  );

  app.post(
    `${PATH}recovery-codes/`,
    {
      schema: {
        summary: 'Makes new recovery codes',
        body: FactorProofBody,
        response: { 200: RecoveryCodesBody },
      },
      preHandler,
    },
    async (request, reply) => ({
      codes: await renewOwnCodes(deps, signedIn(request), request.body, signalOf(reply)),
    }),
  );

  app.post(
    `${PATH}off/`,
    {
      schema: { summary: 'Turns the second factor off', body: FactorProofBody, response: { 204: z.null() } },
      preHandler,
    },
    async (request, reply) => {
      await endFactor(deps, signedIn(request), request.body, signalOf(reply));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/users/login/second-factor/',
    {
      config: { isPublic: true, rateLimit: { max: 30, timeWindow: MINUTE_MS } },
      schema: {
        summary: 'Ends a sign-in with the second factor',
        body: SecondStepBody,
        response: { 200: SessionBody },
      },
      preHandler: stepLimit,
    },
    async (request, reply) => {
      const session = await finishSignIn(deps, request.body, placeOf(request), signalOf(reply));
      return keepSession(deps, request, reply, session);
    },
  );
}
