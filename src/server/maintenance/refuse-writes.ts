import { and, eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { readMaintenance } from './maintenance.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Routes that go on: what signs people in and out, what only reads though it is a POST, and what others than people tell. */
export const GOES_ON: ReadonlySet<string> = new Set([
  '/api/users/login/',
  '/api/users/login/second-factor/',
  '/api/users/login/passkey/',
  '/api/users/login/passkey/begin/',
  '/api/users/auth/google/',
  '/api/users/auth/company/',
  '/api/users/auth/company/answer/',
  '/api/users/owner/claim/',
  '/api/users/token/refresh/',
  '/api/users/logout/',
  '/api/users/logout/all/',
  '/api/users/sessions/:id/',
  '/api/users/password/confirm/',
  '/api/users/password/reset/',
  '/api/render/:id/ticket/',
  '/api/recipe-files/',
  '/api/notices/seen/',
  '/api/payments/webhook/',
]);

/**
 * While there is maintenance, calls of people that change something are refused with `maintenance` before their body is read. Asked
 * at each such call, so that it holds in all processes at once.
 */
export function refuseWrites(app: App, { database: { db } }: Pick<Deps, 'database'>): void {
  app.addHook('onRequest', async ({ method, routeOptions: { url = '' }, caller }) => {
    if (READS.has(method) || !url.startsWith('/api/') || GOES_ON.has(url)) return;
    const maintenance = await readMaintenance(db);
    if (maintenance === null) return;
    if (caller !== null) {
      const isStaff = and(eq(users.id, caller), eq(users.isStaff, true));
      const [staff] = await db.select({ id: users.id }).from(users).where(isStaff);
      if (staff !== undefined) return;
    }
    throw new AppError({ code: 'maintenance', message: maintenance.message });
  });
}
