import { z } from 'zod';
import { isFailure } from '../../contract/failure.ts';
import { SketchBody, SketchHead } from '../../contract/http/sketches.ts';
import type { App } from '../core/app.ts';
import type { ProjectRow } from '../data/db.ts';
import type { SketchStateRow } from '../values/sketch.ts';
import { findRestore, readRestores } from './find-restore.ts';

/**
 * Fetches the light-map sketches that other devices painted in a project. Of two states of one the later stands; what this
 * device has not sent yet, and what it took away, stands against an older one; what the server no longer has goes. What the server
 * lost as it was put back from a backup nobody took away: it is to be sent again.
 *
 * @throws AppError of the call. A server without sketches, or without the project, has none to give.
 */
export async function pullSketches(
  app: Pick<App, 'db' | 'server' | 'outside'>,
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
    const sentAt = seen.get(id) ?? -1;
    if (Math.floor(sentAt) > updated_at)
      await db.write(() => noteOlder(db, { id, projectKey: key, sentAt }, updated_at));
    if (sentAt >= updated_at) continue;
    const body = await orNone(server.call(`${path}${id}/`, SketchBody, {}, signal));
    if (body !== null) await db.write(() => keepTheirs(db, key, body));
  }
  const there = new Set<string>(heads.map(({ id }) => id));
  const gone = known.filter(({ id }) => !there.has(id));
  if (gone.length === 0) return;
  const restores = await readRestores(app, signal);
  for (const { id, sentAt, takenAt = sentAt } of gone) {
    const isKept = findRestore(restores, takenAt) !== undefined;
    await db.write(async () => {
      const row = await db.sketches.get(id);
      // What has been sent meanwhile is there, and what has been joined is to be sent.
      if ((await db.sketchStates.get(id))?.sentAt !== sentAt) return;
      await db.sketchStates.delete(id);
      if (row?.updatedAt !== sentAt) return;
      if (!isKept) await db.sketches.delete(id);
      // Once: it is of this time from now on.
      else await db.sketches.update(id, { updatedAt: Math.max(app.outside.now(), sentAt + 1) });
    });
  }
}

/** The server has an older state than it was sent, of a backup: what it lacks is to be sent again. Call it inside `db.write`. */
async function noteOlder(
  db: Pick<App, 'db'>['db'],
  { id, projectKey, sentAt }: SketchStateRow,
  updatedAt: number,
): Promise<void> {
  if ((await db.sketchStates.get(id))?.sentAt !== sentAt) return;
  await db.sketchStates.put({ id, projectKey, sentAt: updatedAt });
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
