import type { App } from '../../core/app.ts';
import { queueSync } from '../../orders/queue-sync.ts';
import type { EnvironmentRow } from '../../values/environment-row.ts';

/** Keeps a state of an environment on this device, and has it sent as soon as the server can be reached. */
export async function putEnvironment(app: App, row: EnvironmentRow): Promise<void> {
  await app.db.write(async () => {
    const known = await app.db.environments.get(row.id);
    // Two states are never of one time: it tells what was sent.
    const updatedAt = Math.max(app.outside.now(), (known?.updatedAt ?? 0) + 1);
    await app.db.environments.put({ ...row, sentAt: known?.sentAt ?? row.sentAt, updatedAt });
    await queueSync(app, row.userId, null, { kind: 'sync-environment', environmentId: row.id });
  });
  void app.outbox.drain();
}
