import { z } from 'zod';
import { isFailure } from '../../contract/failure.ts';
import { SketchBody, SketchHead } from '../../contract/http/sketches.ts';
import type { App } from '../core/app.ts';
import type { ProjectRow } from '../data/db.ts';
import { queueSync } from './queue-sync.ts';

/**
 * Fetches the light-map sketches that other devices painted in a project. Of two states of one the later stands; what this
 * device has not sent yet, and what it took away, stands against an older one; what the server no longer has goes. What it
 * lacks since a backup was restored there is sent again.
 *
 * @throws AppError of the call. A server without sketches, or without the project, has none to give.
 */
export async function pullSketches(
  app: Pick<App, 'db' | 'server' | 'outbox' | 'outside'>,
  { key, serverId }: Pick<ProjectRow, 'key' | 'serverId'>,
  signal?: AbortSignal,
): Promise<void> {
  const { db, server } = app;
  if (serverId === null) return;
  const path = `/api/project/${serverId}/sketches/`;
  // First: what this device sends while the server is asked is not in its answer, and no less there.
  const known = await db.run(() => db.sketchStates.where('projectKey').equals(key).toArray());
  const heads = await orNone(server.call(path, z.array(SketchHead), {}, signal));
  if (heads === null) return;
  const seen = new Map(known.map(({ id, sentAt }) => [id, sentAt]));
  for (const { id, updated_at } of heads) {
    if ((seen.get(id) ?? -1) >= updated_at) continue;
    const body = await orNone(server.call(`${path}${id}/`, SketchBody, {}, signal));
    if (body !== null) await db.write(() => keepTheirs(db, key, body));
  }
  const there = new Map<string, number>(heads.map(({ id, updated_at }) => [id, updated_at]));
  const isSentAgain = await db.write(async () => {
    const isLacking = await meetPutBack(db, key, there);
    for (const { id, sentAt } of known) {
      if (there.has(id) || (await db.sketchStates.get(id)) === undefined) continue;
      const row = await db.sketches.get(id);
      await db.sketchStates.delete(id);
      if (row?.updatedAt === sentAt) await db.sketches.delete(id);
    }
    const userId = (await db.projects.get(key))?.userId;
    return isLacking && userId !== undefined && queueSync(app, userId, key, { kind: 'sync-sketches' });
  });
  if (isSentAgain) void app.outbox.drain();
}

/**
 * Of sketches that the server had before a backup was restored there those that it lacks now, or has older, are such as it
 * never had. Call it inside `db.write`.
 *
 * @returns Whether there are any here.
 */
async function meetPutBack(
  db: App['db'],
  projectKey: string,
  there: ReadonlyMap<string, number>,
): Promise<boolean> {
  const marked = await db.sketchStates
    .where('projectKey')
    .equals(projectKey)
    .filter(({ putBack }) => putBack === true)
    .toArray();
  let isLacking = false;
  for (const { id, sentAt } of marked) {
    const isHere = (await db.sketches.get(id)) !== undefined;
    const at = there.get(id);
    if (at === undefined || (isHere && at < Math.floor(sentAt))) {
      await db.sketchStates.delete(id);
      isLacking ||= isHere;
      // Of one that is to be taken away there, what is there is.
    } else await db.sketchStates.update(id, { sentAt: isHere ? sentAt : at, putBack: false });
  }
  return isLacking;
}

/** Call it inside `db.write`. */
async function keepTheirs(
  db: Pick<App, 'db'>['db'],
  projectKey: string,
  { id, model_hash, pose, steps, updated_at }: SketchBody,
): Promise<void> {
  const row = await db.sketches.get(id);
  await db.sketchStates.put({ id, projectKey, sentAt: updated_at });
  if (row !== undefined && row.updatedAt >= updated_at) return;
  await db.sketches.put({
    id,
    projectKey,
    modelHash: model_hash,
    pose,
    steps,
    undone: [],
    pictureHash: null,
    updatedAt: updated_at,
  });
}

async function orNone<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isFailure(error, 'not-found')) return null;
    throw error;
  }
}
