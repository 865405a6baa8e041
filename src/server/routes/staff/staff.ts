import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { StaffActsBody, StaffAlarmsBody } from '../../../contract/http/staff.ts';
import { StaffReturnsBody } from '../../../contract/returns.ts';
import { RowIdText } from '../../../contract/shapes.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { signedIn } from '../../http/authenticate.ts';
import { listReturns } from '../../renders/returns/list-returns.ts';
import { checkStaff } from '../../staff/check-staff.ts';
import { ACTS_PAGE, listActs } from '../../staff/list-acts.ts';
import { listAlarms } from '../../staff/list-alarms.ts';
import { engineRoutes } from '../engines.ts';
import { staffBackupRoutes } from './staff-backups.ts';
import { staffFeedbackRoutes } from './staff-feedback.ts';
import { staffInvitationRoutes } from './staff-invitations.ts';
import { staffPeopleRoutes } from './staff-people.ts';

const id = RowIdText;

/**
 * /api/staff/: one check for all of it, before anything of a call is looked at. For everybody else there is no such
 * address, and no document that names it.
 */
export async function staffRoutes(app: App, deps: Deps): Promise<void> {
  const { db } = deps.database;
  await app.register(async (plain) => {
    const scope = plain.withTypeProvider<ZodTypeProvider>() as unknown as App;
    scope.addHook('onRoute', (route) => {
      if (!route.url.startsWith('/api/staff/')) throw new Error(`${route.url} is not for staff alone`);
      route.schema = { ...route.schema, hide: true };
    });
    scope.addHook('onRequest', (request) => checkStaff(db, deps, signedIn(request)));

    // Whether the check lets somebody on, and nothing else.
    scope.get(
      '/api/staff/',
      { schema: { summary: 'How the instance does', response: { 204: z.null() } } },
      async (_request, reply) => reply.code(204).send(null),
    );

    engineRoutes(scope, deps);
    staffPeopleRoutes(scope, deps);
    staffInvitationRoutes(scope, deps);
    staffFeedbackRoutes(scope, deps);
    staffBackupRoutes(scope, deps);

    scope.get(
      '/api/staff/acts/',
      {
        schema: {
          summary: 'Lists what staff did',
          querystring: z.object({ user: id.optional(), cursor: id.optional() }),
          response: { 200: StaffActsBody },
        },
      },
      async (request) => {
        const { user: userId, cursor: before } = request.query;
        const results = await listActs(db, { userId, before });
        const last = results.length === ACTS_PAGE ? results.at(-1) : undefined;
        return { results, next: last ? String(last.id) : null };
      },
    );

    scope.get(
      '/api/staff/alarms/',
      { schema: { summary: 'Lists what staff should look at', response: { 200: StaffAlarmsBody } } },
      async () => ({
        results: await listAlarms(db, deps.config, deps.services, deps.now()),
      }),
    );

    scope.get(
      '/api/staff/returns/',
      {
        schema: {
          summary: 'How many AI pictures were bad, and why',
          response: { 200: StaffReturnsBody },
        },
      },
      async () => listReturns(db, deps.now()),
    );
  });
}
