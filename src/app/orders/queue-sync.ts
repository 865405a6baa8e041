import type { App } from '../core/app.ts';
import type { OutboxRow, OutboxWork } from '../data/outbox-row.ts';

/** Work that carries whatever stands when it is sent: one row that waits is enough. */
export type SyncWork = Extract<OutboxWork, { kind: `sync-${string}` }>;

/** Whether work is the person's and no project's, in whichever it was done. */
export function isOfPerson({ kind }: OutboxWork): boolean {
  return kind === 'sync-look' || kind === 'sync-environment';
}

/**
 * Has something of a project, or of the person, sent as soon as the server can be reached. Rows of its kind that failed go: this one carries
 * what they did. For a project that the server does not know, nothing: what makes it brings what stands then, and only
 * what comes after it has been asked for goes behind it. Call inside `db.write`, and drain the outbox afterwards.
 *
 * @param projectKey Null for work of the person, see {@link isOfPerson}.
 * @returns False when one waits already, or there is nowhere to send it.
 */
export async function queueSync(
  app: Pick<App, 'db' | 'outbox' | 'outside'>,
  userId: number,
  projectKey: string | null,
  work: SyncWork,
): Promise<boolean> {
  const home = projectKey === null ? 'person' : await findHome(app.db, projectKey);
  if (home === 'nowhere') return false;
  const isSame = ({ work: other, projectKey: key }: OutboxRow): boolean =>
    other.kind === 'sync-look' && work.kind === 'sync-look'
      ? other.lookId === work.lookId
      : other.kind === 'sync-environment' && work.kind === 'sync-environment'
        ? other.environmentId === work.environmentId
        : other.kind === work.kind && key === projectKey;
  const rows = await app.db.outbox.where('userId').equals(userId).filter(isSame).toArray();
  if (rows.some(({ state }) => state === 'ready')) return false;
  const failed = rows.filter(({ state }) => state !== 'sending');
  await app.db.outbox.bulkDelete(failed.map(({ seq }) => seq as number));
  const dependsOn = typeof home === 'object' ? home.key : null;
  const row = { key: app.outside.randomUuid(), projectKey: projectKey ?? '', work, dependsOn };
  // No project holds up what is of none, or takes it along.
  await app.outbox.add(userId, [projectKey === null ? { ...row, stream: `person:${userId}` } : row]);
  return true;
}

/** The server, or the row that makes the project there. */
async function findHome(db: App['db'], projectKey: string): Promise<'server' | 'nowhere' | OutboxRow> {
  const project = await db.projects.get(projectKey);
  if (project?.serverId !== null) return 'server';
  const creation = await db.outbox
    .where('stream')
    .equals(`project:${projectKey}`)
    .filter(({ work, state }) => work.kind === 'create-project' && (state === 'ready' || state === 'sending'))
    .first();
  return creation ?? 'nowhere';
}

/** Whether work of this kind for the project is on its way: what it carried may differ from what is here by now. */
export async function isSyncing(
  app: Pick<App, 'db'>,
  projectKey: string,
  kind: SyncWork['kind'],
): Promise<boolean> {
  const sending = app.db.outbox
    .where('stream')
    .equals(`project:${projectKey}`)
    .filter(({ work, state }) => work.kind === kind && state === 'sending');
  return (await sending.count()) > 0;
}
