import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { SketchBody } from '../../../contract/http/sketches.ts';
import type { SendTools } from '../../core/app.ts';
import { listUnsentSketches } from '../../data/list-unsent-sketches.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import type { SketchRow } from '../../values/sketch.ts';

/**
 * Brings the server the sketches that it lacks, and takes away those that are gone from here, one call each. What has gone
 * through stands when a later call fails; by its id and time a repeat changes nothing.
 *
 * @throws AppError `not-found` for a project that the server does not have; `kept-limit` for one too many.
 */
export async function sendSketches(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  const { db, server } = tools;
  const project = await db.run(() => db.projects.get(row.projectKey));
  if (project === undefined || project.serverId === null) throw new AppError({ code: 'not-found' });
  const path = `/api/project/${project.serverId}/sketches/`;
  const { changed, deleted } = await db.run(() => listUnsentSketches(db, project.key));
  for (const { id, sentAt } of deleted) {
    const query = `?updated_at=${Math.floor(sentAt)}`;
    await server.call(`${path}${id}/${query}`, z.null(), { method: 'DELETE' }, signal);
    await db.run(() => db.sketchStates.delete(id));
  }
  for (const sketch of changed) {
    const options = { method: 'POST', body: describe(sketch) } as const;
    const { body, answeredAt } = await server.callRevised(path, SketchBody, options, signal);
    await settle(tools, sketch, body, answeredAt ?? tools.now());
  }
}

function describe({ id, modelHash, pose, steps, updatedAt }: SketchRow): Record<string, unknown> {
  return { id, model_hash: modelHash, pose, steps, updated_at: Math.floor(updatedAt) };
}

/**
 * Another device's later state, which the server keeps, takes the place of the one that was sent.
 *
 * @param takenAt When the server answered, see `SketchStateRow`.
 */
async function settle(
  { db }: SendTools,
  sent: SketchRow,
  stored: SketchBody,
  takenAt: number,
): Promise<void> {
  const { id, projectKey } = sent;
  const isOurs = stored.updated_at === Math.floor(sent.updatedAt);
  await db.write(async () => {
    const sentAt = isOurs ? sent.updatedAt : stored.updated_at;
    await db.sketchStates.put(isOurs ? { id, projectKey, sentAt, takenAt } : { id, projectKey, sentAt });
    const now = await db.sketches.get(id);
    if (isOurs || now?.updatedAt !== sent.updatedAt) return;
    const { model_hash: modelHash, pose, steps } = stored;
    await db.sketches.put({
      ...now,
      modelHash,
      pose,
      steps,
      undone: [],
      pictureHash: null,
      updatedAt: sentAt,
    });
  });
}
