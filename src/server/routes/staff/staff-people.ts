import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { LedgerEntryBody } from '../../../contract/http/credits.ts';
import {
  ClosedBody,
  GrantBody,
  ResetLinkBody,
  StaffPeopleBody,
  StaffPersonBody,
  StaffRightBody,
} from '../../../contract/http/staff.ts';
import { UserId } from '../../../contract/ids.ts';
import { RowIdText, text } from '../../../contract/shapes.ts';
import { checkConfirmed } from '../../accounts/sessions/confirm-session.ts';
import { deliverTestEvents } from '../../billing/test-checkout/deliver-test-events.ts';
import { checkCredits } from '../../credits/check-credits.ts';
import { LEDGER_PAGE, listLedger } from '../../credits/list-ledger.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf, sessionOf } from '../../http/authenticate.ts';
import { runOnce } from '../../http/idempotency.ts';
import type { Recipient } from '../../mail/mailer.ts';
import { approvePerson } from '../../staff/approve-person.ts';
import { changeStaff } from '../../staff/change-staff.ts';
import { closeAccount, endPayments, openAccount } from '../../staff/close-account.ts';
import { grantToPerson } from '../../staff/grant-to-person.ts';
import { handResetLink } from '../../staff/hand-reset-link.ts';
import { findPerson, listPeople, PEOPLE_PAGE } from '../../staff/list-people.ts';
import { takeFactorOff } from '../../staff/take-factor-off.ts';

const id = RowIdText;
const Id = z.object({ id: id.pipe(UserId) });
const Ledger = z.object({ results: z.array(LedgerEntryBody), next: z.string().nullable() });

/** /api/staff/users/: accounts and their credits. */
export function staffPeopleRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;

  async function describe(from: Queryable, userId: number): Promise<StaffPersonBody> {
    const person = await findPerson(from, deps.config, userId);
    if (person === undefined) throw new AppError({ code: 'not-found' });
    return person;
  }
  /** Changes an account once, and answers with what it is then. */
  const change = (
    request: FastifyRequest,
    userId: UserId,
    work: (tx: Transaction) => Promise<void>,
  ): Promise<StaffPersonBody> =>
    runOnce(deps, request, async (tx) => {
      await work(tx);
      return describe(tx, userId);
    });

  /** Before what moves credits, or gives somebody the rights to. */
  const preHandler = (request: FastifyRequest) => checkConfirmed(db, sessionOf(request), deps.now());

  app.get(
    '/api/staff/users/',
    {
      schema: {
        summary: 'Lists people',
        querystring: z.object({ query: text(254).trim().default(''), cursor: id.optional() }),
        response: { 200: StaffPeopleBody },
      },
    },
    async (request) => {
      const { query, cursor: before } = request.query;
      const results = await listPeople(db, deps.config, { query, before });
      const last = results.length === PEOPLE_PAGE ? results.at(-1) : undefined;
      return { results, next: last ? String(last.id) : null };
    },
  );

  app.get(
    '/api/staff/users/:id/',
    { schema: { summary: 'Tells of a person', params: Id, response: { 200: StaffPersonBody } } },
    async (request) => describe(db, request.params.id),
  );

  app.get(
    '/api/staff/users/:id/ledger/',
    {
      schema: {
        summary: "Lists what went in and out of a person's balance",
        params: Id,
        querystring: z.object({ cursor: id.optional() }),
        response: { 200: Ledger },
      },
    },
    async (request) => {
      const { id: userId } = request.params;
      checkCredits(deps);
      await describe(db, userId);
      const results = await listLedger(db, userId, request.query.cursor);
      const last = results.length === LEDGER_PAGE ? results.at(-1) : undefined;
      return { results, next: last ? String(last.id) : null };
    },
  );

  app.post(
    '/api/staff/users/:id/grant/',
    {
      schema: {
        summary: 'Gives a person credits',
        params: Id,
        body: GrantBody,
        response: { 200: StaffPersonBody },
      },
      preHandler,
    },
    async (request) => {
      const { id: userId } = request.params;
      checkCredits(deps);
      return change(request, userId, (tx) =>
        grantToPerson(tx, callerOf(request), { userId, ...request.body }),
      );
    },
  );

  app.post(
    '/api/staff/users/:id/approve/',
    {
      schema: {
        summary: 'Gives a person the credits of a new account',
        params: Id,
        response: { 200: StaffPersonBody },
      },
      preHandler,
    },
    async (request) => {
      const { id: userId } = request.params;
      checkCredits(deps);
      return change(request, userId, (tx) => approvePerson(tx, deps, callerOf(request), userId));
    },
  );

  app.post(
    '/api/staff/users/:id/staff/',
    {
      schema: {
        summary: 'Makes a person staff, or no longer',
        params: Id,
        body: StaffRightBody,
        response: { 200: StaffPersonBody },
      },
      preHandler,
    },
    async (request) => {
      const { id: userId } = request.params;
      const { is_staff: isStaff } = request.body;
      return change(request, userId, (tx) => changeStaff(tx, callerOf(request), { userId, isStaff }));
    },
  );

  app.post(
    '/api/staff/users/:id/closed/',
    {
      schema: {
        summary: 'Closes an account, or opens it again',
        params: Id,
        body: ClosedBody,
        response: { 200: StaffPersonBody },
      },
    },
    async (request) => {
      const { id: userId } = request.params;
      const staffId = callerOf(request);
      const { is_closed: isClosed } = request.body;
      if (isClosed) await deps.services.paymentMutex(() => endPayments({ ...deps, db }, staffId, userId));
      const person = await change(request, userId, (tx) =>
        isClosed ? closeAccount(tx, deps, staffId, userId) : openAccount(tx, staffId, userId),
      );
      if (deps.config.payments.kind === 'test') await deliverTestEvents(deps);
      return person;
    },
  );

  app.post(
    '/api/staff/users/:id/second-factor/off/',
    {
      schema: {
        summary: "Takes a person's second factor off",
        params: Id,
        response: { 200: StaffPersonBody },
      },
      preHandler,
    },
    async (request) => {
      const { id: userId } = request.params;
      const told: Recipient[] = [];
      const person = await change(request, userId, async (tx) => {
        const one = await takeFactorOff(tx, deps, callerOf(request), userId);
        if (one !== null) told.push(one);
      });
      for (const one of told) deps.services.mailer?.send(one, { kind: 'second-factor-removed' });
      return person;
    },
  );

  // Not through `runOnce`, which keeps answers: the link is told once, and a repeated call makes another.
  app.post(
    '/api/staff/users/:id/reset-link/',
    {
      schema: { summary: 'Makes a link to a new password', params: Id, response: { 200: ResetLinkBody } },
      preHandler,
    },
    async (request) => {
      const { id: userId } = request.params;
      const { link, expiresAt } = await db.transaction((tx) =>
        handResetLink(tx, deps, callerOf(request), userId),
      );
      return { link, expires_at: expiresAt.toISOString() };
    },
  );
}
