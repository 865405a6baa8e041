import { z } from 'zod';
import { EnvironmentBody } from '../../contract/http/environments.ts';
import type { App } from '../core/app.ts';
import type { EnvironmentRow } from '../values/environment-row.ts';

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
  await app.db.write(async () => {
    const mine = new Map((await read()).map((row) => [row.id, row]));
    const stands = (id: string): boolean => {
      const [then, now] = [before.get(id), mine.get(id)];
      return now?.sentAt !== now?.updatedAt || then?.sentAt !== now?.sentAt;
    };
    const there = new Set(theirs.map(({ id }) => id));
    await app.db.environments.bulkDelete([...mine.keys()].filter((id) => !there.has(id) && !stands(id)));
    await app.db.environments.bulkPut(
      theirs.filter(({ id }) => !stands(id)).map((body) => readEnvironment(body, userId)),
    );
  });
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
