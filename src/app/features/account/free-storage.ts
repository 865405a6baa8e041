import { isFailure } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { fetchAccount } from '../../core/use-account.ts';
import type { ProjectRow } from '../../data/db.ts';
import { isComing, listNeeded } from '../../orders/sweep-files.ts';
import { libraryQuery } from '../../scene/library.ts';
import { listUnsent } from '../../values/dirty-fields.ts';

const LIBRARIES = ['material', 'background', 'style'] as const;

/**
 * Frees this device of files that can be had again: models of projects that are closed and whole on the server, pictures
 * that the server's libraries list, and what nothing names any more unless it came just now. What is not saved, what only this device has, what
 * can be undone and what the open project shows stays; so does everything while a model comes in.
 *
 * @returns Bytes that are free now.
 * @throws AppError `server-unreachable` and others of a call: without the server nothing is known to be safe there.
 */
export async function freeStorage(app: App): Promise<number> {
  // Lists of libraries would come out of this device's memory.
  await fetchAccount(app);
  const [stored, all] = await Promise.all([app.storage.list(), listNeeded(app)]);
  const projects = await listSafeProjects(app);
  const pictures = await listServedPictures(app);
  const besides = { projects: new Set(projects.map(({ key }) => key)), libraries: true };
  const needed = await listNeeded(app, besides);
  const models = new Set(projects.flatMap(({ settings }) => settings.model_hash ?? []));
  const known = await app.db.run(() => app.db.models.toArray());
  // Originals are on this device alone, and packed again from them a model gets files that were missing.
  for (const { hash, originals } of known) if (originals !== undefined) models.delete(hash);
  let freedBytes = 0;
  for (const hash of stored) {
    if (app.state.stage.load !== null) break;
    const isServed = models.has(hash) || pictures.has(hash);
    if (needed.has(hash) || (all.has(hash) && !isServed)) continue;
    const file = await app.storage.get(hash);
    if (file === null || (!all.has(hash) && (await isComing(app, hash)))) continue;
    freedBytes += file.size;
    await app.db.run(() => app.db.models.delete(hash));
    await app.storage.delete(hash);
  }
  return freedBytes;
}

/** The person's closed projects of which the server says that it has them, and their models, as this device has them. */
async function listSafeProjects(app: App): Promise<readonly ProjectRow[]> {
  const { userId } = app.state.account;
  const rows = await app.db.run(() =>
    app.db.projects
      .where('userId')
      .equals(userId ?? -1)
      .toArray(),
  );
  const waiting = await app.db.run(() => app.db.outbox.toArray());
  const safe: ProjectRow[] = [];
  for (const row of rows) {
    const isAtRest =
      row.key !== app.state.project.key &&
      row.serverId !== null &&
      listUnsent(row.settings, row.saved).length === 0 &&
      waiting.every(({ projectKey }) => projectKey !== row.key);
    if (isAtRest && (await hasModel(app, row))) safe.push(row);
  }
  return safe;
}

async function hasModel(app: App, { serverId, settings }: ProjectRow): Promise<boolean> {
  const { model_hash: hash } = settings;
  if (hash === null) return true;
  const project = await app.server.call(`/api/project/${serverId}/`, ProjectBody).catch((error: unknown) => {
    if (isFailure(error, 'not-found')) return null;
    throw error;
  });
  return project !== null && project.model_hash === hash && project.model_glb_url !== null;
}

async function listServedPictures(app: App): Promise<ReadonlySet<ContentHash>> {
  const lists = await Promise.all(
    LIBRARIES.map((assetType) => app.queries.fetchQuery({ ...libraryQuery(app, assetType), staleTime: 0 })),
  );
  const hashes = lists
    .flat()
    .flatMap(({ image_hash, material }) => [
      image_hash,
      material?.normal?.hash,
      material?.roughness_map?.hash,
    ]);
  return new Set(hashes.filter((hash) => hash != null));
}
