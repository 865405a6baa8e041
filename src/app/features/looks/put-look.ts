import type { App } from '../../core/app.ts';
import { queueSync } from '../../orders/queue-sync.ts';
import type { LookRow } from '../../values/look-row.ts';

/** Keeps a state of a look on this device, and has it sent as soon as the server can be reached. */
export function putLook(app: App, row: LookRow): void {
  app.db
    .write(async () => {
      const known = await app.db.looks.get(row.id);
      // What the server has is not part of a step that is undone.
      const sentAt = known === undefined ? row.sentAt : known.sentAt;
      // Two states are never of one time: it tells what was sent.
      const updatedAt = Math.max(app.outside.now(), (known?.updatedAt ?? 0) + 1);
      await app.db.looks.put({ ...row, sentAt, updatedAt });
      await queueSync(app, row.userId, null, { kind: 'sync-look', lookId: row.id });
    })
    .then(
      () => void app.outbox.drain(),
      (cause: unknown) => app.toasts.show('error', app.texts().t.looks.notKept(row.name), { cause }),
    );
}
