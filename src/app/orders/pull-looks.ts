import { z } from 'zod';
import { LookBody } from '../../contract/http/looks.ts';
import type { App } from '../core/app.ts';
import type { LookRow } from '../values/look-row.ts';
import { isLackedSince } from '../values/put-back.ts';
import { queueSync } from './queue-sync.ts';

/**
 * Fetches a person's looks. What this device has not sent yet stands, and what it did while the server was asked; what the
 * server no longer has goes. What it lacks since a backup was restored there is sent again.
 *
 * @throws AppError of the call.
 */
export async function pullLooks(app: App, userId: number, signal: AbortSignal): Promise<void> {
  const read = () => app.db.looks.where('userId').equals(userId).toArray();
  const before = new Map((await app.db.run(read)).map((row) => [row.id, row]));
  const theirs = await app.server.call('/api/look/', z.array(LookBody), {}, signal);
  const sentAgain = await app.db.write(async () => {
    const mine = new Map((await read()).map((row) => [row.id, row]));
    const stands = (id: string): boolean => {
      const [then, now] = [before.get(id), mine.get(id)];
      return now?.sentAt !== now?.updatedAt || then?.sentAt !== now?.sentAt || lacking.has(id);
    };
    const there = new Map(theirs.map((body) => [body.id, body.updated_at]));
    const lacking = new Set<string>();
    for (const [id, row] of mine) if (isLackedSince(row, there.get(id))) lacking.add(id);
    await app.db.looks.bulkDelete([...mine.keys()].filter((id) => !there.has(id) && !stands(id)));
    await app.db.looks.bulkPut(theirs.filter(({ id }) => !stands(id)).map((body) => readLook(body, userId)));
    for (const row of mine.values()) {
      if (row.putBack !== true) continue;
      const sentAt = lacking.has(row.id) ? null : row.sentAt;
      if (stands(row.id)) await app.db.looks.update(row.id, { sentAt, putBack: false });
      if (lacking.has(row.id)) await queueSync(app, userId, null, { kind: 'sync-look', lookId: row.id });
    }
    return lacking.size;
  });
  if (sentAgain > 0) void app.outbox.drain();
}

function readLook({ id, name, look, created_at, updated_at }: LookBody, userId: number): LookRow {
  const updatedAt = Date.parse(updated_at) || 0;
  const createdAt = Date.parse(created_at) || updatedAt;
  return { id, userId, name, look, createdAt, updatedAt, deletedAt: null, sentAt: updatedAt };
}
