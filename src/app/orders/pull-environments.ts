import { z } from 'zod';
import { EnvironmentBody } from '../../contract/http/environments.ts';
import type { App } from '../core/app.ts';
import type { EnvironmentRow } from '../values/environment-row.ts';
import { listLostRows } from './list-lost-rows.ts';
import { queueSync } from './queue-sync.ts';

/**
 * Fetches the list of a person's environments; their pictures come when they are chosen. What this device has not sent
 * yet stands, and what it did while the server was asked; what the server no longer has goes. What it lost as it was put back from
 * a backup nobody took away: the device that has the picture sends it again.
 *
 * @throws AppError of the call.
 */
export async function pullEnvironments(app: App, userId: number, signal: AbortSignal): Promise<void> {
  const read = () => app.db.environments.where('userId').equals(userId).toArray();
  const before = new Map((await app.db.run(read)).map((row) => [row.id, row]));
  const theirs = await app.server.call('/api/environment/', z.array(EnvironmentBody), {}, signal);
  const there = new Set(theirs.map(({ id }) => id));
  const lost: EnvironmentRow[] = [];
  for (const row of await listLostRows(app, before.values(), theirs, signal)) {
    if (there.has(row.id) || (await app.storage.get(row.pictureHash)) !== null) lost.push(row);
  }
  await app.db.write(async () => {
    const mine = new Map((await read()).map((row) => [row.id, row]));
    const stands = (id: string): boolean => {
      const [then, now] = [before.get(id), mine.get(id)];
      return now?.sentAt !== now?.updatedAt || then?.sentAt !== now?.sentAt;
    };
    const again = lost.filter(({ id }) => !stands(id));
    const isKept = new Set(again.map(({ id }) => id));
    const isTheirs = (id: string): boolean => !stands(id) && !isKept.has(id);
    await app.db.environments.bulkDelete([...mine.keys()].filter((id) => !there.has(id) && isTheirs(id)));
    await app.db.environments.bulkPut(
      theirs.filter(({ id }) => isTheirs(id)).map((body) => readEnvironment(body, userId)),
    );
    for (const { id, sentAt } of again) {
      await app.db.environments.update(id, { sentAt });
      await queueSync(app, userId, null, { kind: 'sync-environment', environmentId: id });
    }
  });
  if (lost.length > 0) void app.outbox.drain();
}

function readEnvironment(body: EnvironmentBody, userId: number): EnvironmentRow {
  const { id, name, picture_hash: pictureHash, thumbnail } = body;
  const updatedAt = Date.parse(body.updated_at) || 0;
  const createdAt = Date.parse(body.created_at) || updatedAt;
  return {
    id,
    userId,
    name,
    pictureHash,
    thumbnail,
    createdAt,
    updatedAt,
    deletedAt: null,
    sentAt: updatedAt,
  };
}
