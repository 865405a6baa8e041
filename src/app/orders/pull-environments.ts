import { z } from 'zod';
import { EnvironmentBody } from '../../contract/http/environments.ts';
import type { App } from '../core/app.ts';
import type { EnvironmentRow } from '../values/environment-row.ts';
import { isLackedSince } from '../values/put-back.ts';
import { queueSync } from './queue-sync.ts';

/**
 * Fetches the list of a person's environments; their pictures come when they are chosen. What this device has not sent
 * yet stands, and what it did while the server was asked; what the server no longer has goes.
 *
 * @throws AppError of the call.
 */
export async function pullEnvironments(app: App, userId: number, signal: AbortSignal): Promise<void> {
  const read = () => app.db.environments.where('userId').equals(userId).toArray();
  const before = new Map((await app.db.run(read)).map((row) => [row.id, row]));
  const theirs = await app.server.call('/api/environment/', z.array(EnvironmentBody), {}, signal);
  const sentAgain = await app.db.write(async () => {
    const mine = new Map((await read()).map((row) => [row.id, row]));
    const stands = (id: string): boolean => {
      const [then, now] = [before.get(id), mine.get(id)];
      return now?.sentAt !== now?.updatedAt || then?.sentAt !== now?.sentAt || lacking.has(id);
    };
    const there = new Map(theirs.map((body) => [body.id, body.updated_at]));
    const lacking = new Set<string>();
    for (const [id, row] of mine) if (isLackedSince(row, there.get(id))) lacking.add(id);
    await app.db.environments.bulkDelete([...mine.keys()].filter((id) => !there.has(id) && !stands(id)));
    await app.db.environments.bulkPut(
      theirs.filter(({ id }) => !stands(id)).map((body) => readEnvironment(body, userId)),
    );
    for (const row of mine.values()) {
      if (row.putBack !== true) continue;
      const sentAt = lacking.has(row.id) ? null : row.sentAt;
      if (stands(row.id)) await app.db.environments.update(row.id, { sentAt, putBack: false });
      if (lacking.has(row.id))
        await queueSync(app, userId, null, { kind: 'sync-environment', environmentId: row.id });
    }
    return lacking.size;
  });
  if (sentAgain > 0) void app.outbox.drain();
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
