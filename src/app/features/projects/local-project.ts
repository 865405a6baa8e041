import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import { listUnsentLight } from '../../data/list-unsent-sketches.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { queueSync } from '../../orders/queue-sync.ts';
import { freshSettings } from '../../state/projects.ts';
import { listUnsent } from '../../values/dirty-fields.ts';
import { openedNow } from './opened-now.ts';

/** A project with default settings that only this device has (A17). */
export async function addLocalProject(app: App, userId: number, name: string): Promise<ProjectRow> {
  const plain = freshSettings(name);
  const { toneMapping } = app.state.preferences;
  const settings = { ...plain, render_settings: { ...plain.render_settings, tone_mapping: toneMapping } };
  const row: ProjectRow = {
    key: app.outside.randomUuid(),
    userId,
    serverId: null,
    revision: 0,
    sample: null,
    settings,
    saved: settings,
    openedAt: await openedNow(app, userId),
  };
  await app.db.run(() => app.db.projects.add(row));
  return row;
}

/**
 * True for a project that only this device has and that is to stay: somebody did something in it, or painted light, or it is
 * on its way.
 */
export async function isOnlyHere(app: App, projectKey: string): Promise<boolean> {
  await app.workingCopy.current?.flush();
  const row = await app.db.run(() => app.db.projects.get(projectKey));
  return row !== undefined && row.serverId === null && app.db.run(() => isToStay(app, row));
}

/** As {@link isOnlyHere}, of what its row holds by now. */
export async function isToStay(app: Pick<App, 'db'>, { key, settings, saved }: ProjectRow): Promise<boolean> {
  if (listUnsent(settings, saved).length > 0) return true;
  if ((await app.db.sketches.where('projectKey').equals(key).count()) > 0) return true;
  return (await listCreations(app, key)).some(isAlive);
}

function listCreations(app: Pick<App, 'db'>, projectKey: string): Promise<OutboxRow[]> {
  return app.db.outbox
    .where('stream')
    .equals(`project:${projectKey}`)
    .filter(({ work }) => work.kind === 'create-project')
    .toArray();
}

function isAlive({ state }: OutboxRow): boolean {
  return state === 'ready' || state === 'sending';
}

/** Has a project that only this device has made on the server as soon as it can be reached. */
export async function queueCreation(app: App, projectKey: string): Promise<void> {
  const { userId } = app.state.account;
  if (userId === null) return;
  await app.db.write(async () => {
    const rows = await listCreations(app, projectKey);
    if (rows.some(isAlive)) return;
    await app.db.outbox.bulkDelete(rows.map(({ seq }) => seq as number));
    const key = app.outside.randomUuid();
    await app.outbox.add(userId, [{ key, projectKey, work: { kind: 'create-project' }, dependsOn: null }]);
    const hasLight = (await listUnsentLight(app.db, [projectKey])).size > 0;
    if (hasLight) await queueSync(app, userId, projectKey, { kind: 'sync-sketches' });
  });
  void app.outbox.drain();
}
