import { isFailure } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import type { LostPart, ProjectRow } from '../../data/db.ts';
import { planSave } from '../../orders/plan-save.ts';
import { adoptProject, knewMore } from './adopt-project.ts';
import { isSending } from './is-sending.ts';
import { keepLostModel } from './keep-lost-model.ts';
import { listPutBack } from './list-put-back.ts';
import { makeAnew } from './make-anew.ts';

/**
 * After a backup was restored on the server: asks what it has of each of the person's projects that it had before. One that it
 * lacks is made there again; of one that it has as it was earlier, what was saved since is saved again. What is on its way there
 * is left to its answer, and to the next call.
 *
 * @throws AppError when the server cannot say it. What was met until then is met.
 */
export async function meetPutBack(app: App, signal?: AbortSignal): Promise<void> {
  const rows = await listPutBack(app);
  for (const row of rows) {
    if (await isSending(app, row.key)) continue;
    await meetOne(app, row, await readThere(app, row, signal));
  }
  if (rows.length > 0) void app.outbox.drain();
}

/** @returns Null where there is none, or another one that got its number since. */
async function readThere(
  app: App,
  { serverId }: ProjectRow,
  signal: AbortSignal | undefined,
): Promise<ProjectBody | null> {
  try {
    const body = await app.server.call(`/api/project/${serverId}/`, ProjectBody, {}, signal);
    return body.restored_revision === null ? null : body;
  } catch (error) {
    if (isFailure(error, 'not-found')) return null;
    throw error;
  }
}

async function meetOne(app: App, asked: ProjectRow, body: ProjectBody | null): Promise<void> {
  const { key } = asked;
  if (key === app.state.project.key) await app.workingCopy.current?.flush();
  const met = await app.db.write(async (): Promise<'lacking' | readonly LostPart[]> => {
    const row = await app.db.projects.get(key);
    // Another tab was quicker.
    if (row?.putBack !== true || row.serverId !== asked.serverId) return [];
    if (body === null) {
      await makeAnew(app, row);
      return 'lacking';
    }
    const isToSend = knewMore(row, body);
    const lost = await adoptProject({ db: app.db, now: app.outside.now }, key, body, asked.revision);
    if (isToSend) await app.outbox.add(row.userId, (await planSave(app, key)).added);
    return lost;
  });
  const { t } = app.texts();
  if (met === 'lacking') app.toasts.show('warning', t.project.lackedThere(asked.settings.name));
  else if (body !== null) await keepLostModel(app, body, met);
}
