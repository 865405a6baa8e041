import { z } from 'zod';
import type { DeleteAccountBody } from '../../../contract/http/accounts.ts';
import type { App } from '../../core/app.ts';
import { rendersKeptAs } from '../../core/render-queries.ts';
import { forgetBackups } from '../../orders/backup-tiers.ts';
import { forgetPersonKeys } from '../../orders/person-keys.ts';
import { leaveDeleted, leaveHere } from './sign-out.ts';

/**
 * Deletes the account, on the server first and then what this device kept of it. Other people's work here stays. A browser that
 * came in through the company's provider then goes there, as after a sign-out, and its word for the person goes with that.
 *
 * @returns When that has begun, or is not to be.
 * @throws AppError `password-wrong`, `second-factor-wrong`, `owner-stays`, `payment-unavailable`, `subscription-elsewhere`, and those of a call; nothing is deleted then.
 */
export async function deleteAccount(
  app: App,
  proof: z.infer<typeof DeleteAccountBody>,
): Promise<{ readonly told: Promise<void> }> {
  const { userId } = app.state.account;
  await app.server.call('/api/users/me/', z.unknown(), { method: 'DELETE', body: proof, isAuth: true });
  // What is being edited would be written down again after its row is gone.
  await app.workingCopy.current?.flush();
  await leaveHere(app, true);
  if (userId !== null) await forgetPerson(app, userId);
  return { told: leaveDeleted(app) };
}

/** Takes a person's rows off this device. Files that nothing names any more follow with the next sweep. */
async function forgetPerson(app: App, userId: number): Promise<void> {
  const { db } = app;
  const known = await db.write(async () => {
    const projects = await db.projects.where('userId').equals(userId).toArray();
    const keys = projects.map(({ key }) => key);
    await db.projects.bulkDelete(keys);
    await db.kv.bulkDelete(projects.map(({ serverId }) => rendersKeptAs(serverId)));
    await db.sketches.where('projectKey').anyOf(keys).delete();
    await db.sketchStates.where('projectKey').anyOf(keys).delete();
    await db.backups.where('projectKey').anyOf(keys).delete();
    for (const table of [db.outbox, db.looks, db.environments, db.deviceRenders]) {
      await table.where('userId').equals(userId).delete();
    }
    const kept = [`library:${userId}:`, `categories:${userId}:`];
    for (const start of kept) await db.kv.where('key').startsWith(start).delete();
    await db.kv.delete(`projects:${userId}`);
    return projects;
  });
  await forgetBackups(app, known);
  forgetPersonKeys(
    app,
    userId,
    known.map(({ key }) => key),
  );
}
