import { z } from 'zod';
import { LookBody } from '../../contract/http/looks.ts';
import type { App } from '../core/app.ts';
import type { LookRow } from '../values/look-row.ts';
import { listLostRows } from './list-lost-rows.ts';
import { queueSync } from './queue-sync.ts';

/**
 * Fetches a person's looks. What this device has not sent yet stands, and what it did while the server was asked; what the
 * server no longer has goes. What it lost as it was put back from a backup nobody took away: it is sent again.
 *
 * @throws AppError of the call.
 */
export async function pullLooks(app: App, userId: number, signal: AbortSignal): Promise<void> {
  const read = () => app.db.looks.where('userId').equals(userId).toArray();
  const before = new Map((await app.db.run(read)).map((row) => [row.id, row]));
  const theirs = await app.server.call('/api/look/', z.array(LookBody), {}, signal);
  const lost = await listLostRows(app, before.values(), theirs, signal);
  await app.db.write(async () => {
    const mine = new Map((await read()).map((row) => [row.id, row]));
    const stands = (id: string): boolean => {
      const [then, now] = [before.get(id), mine.get(id)];
      return now?.sentAt !== now?.updatedAt || then?.sentAt !== now?.sentAt;
    };
    const again = lost.filter(({ id }) => !stands(id));
    const isKept = new Set(again.map(({ id }) => id));
    const isTheirs = (id: string): boolean => !stands(id) && !isKept.has(id);
    const there = new Set(theirs.map(({ id }) => id));
    await app.db.looks.bulkDelete([...mine.keys()].filter((id) => !there.has(id) && isTheirs(id)));
    await app.db.looks.bulkPut(theirs.filter(({ id }) => isTheirs(id)).map((body) => readLook(body, userId)));
    for (const { id, sentAt } of again) {
      await app.db.looks.update(id, { sentAt });
      await queueSync(app, userId, null, { kind: 'sync-look', lookId: id });
    }
  });
  if (lost.length > 0) void app.outbox.drain();
}

function readLook({ id, name, look, created_at, updated_at }: LookBody, userId: number): LookRow {
  const updatedAt = Date.parse(updated_at) || 0;
  const createdAt = Date.parse(created_at) || updatedAt;
  return { id, userId, name, look, createdAt, updatedAt, deletedAt: null, sentAt: updatedAt };
}
