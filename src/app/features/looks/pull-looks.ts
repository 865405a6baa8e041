import { z } from 'zod';
import { LookBody } from '../../../contract/http/looks.ts';
import type { App } from '../../app.ts';
import type { LookRow } from '../../db.ts';

/**
 * Fetches a person's looks. What this device has not sent yet stands; what the server no longer has goes.
 *
 * @throws AppError of the call.
 */
export async function pullLooks(app: App, userId: number, signal: AbortSignal): Promise<void> {
  const theirs = await app.server.call('/api/look/', z.array(LookBody), {}, signal);
  await app.db.write(async () => {
    const mine = await app.db.looks.where('userId').equals(userId).toArray();
    const isUnsent = new Set(mine.filter((row) => row.sentAt !== row.updatedAt).map(({ id }) => id));
    const there = new Set(theirs.map(({ id }) => id));
    const gone = mine.filter(({ id }) => !there.has(id) && !isUnsent.has(id));
    await app.db.looks.bulkDelete(gone.map(({ id }) => id));
    await app.db.looks.bulkPut(
      theirs.filter(({ id }) => !isUnsent.has(id)).map((body) => readLook(body, userId)),
    );
  });
}

function readLook({ id, name, look, created_at, updated_at }: LookBody, userId: number): LookRow {
  const updatedAt = Date.parse(updated_at) || 0;
  const createdAt = Date.parse(created_at) || updatedAt;
  return { id, userId, name, look, createdAt, updatedAt, deletedAt: null, sentAt: updatedAt };
}
