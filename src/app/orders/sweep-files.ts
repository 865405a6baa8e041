import { z } from 'zod';
import { DAY_MS } from '../../contract/constants.ts';
import type { KeptStanding } from '../../contract/http/projects.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';
import { RENDERS_KEPT_AS, rendersKeptAs } from '../core/render-queries.ts';
import type { Database } from '../data/db.ts';
import { listPictures } from '../model/find-sketch.ts';
import { forgetHeld, listHeld } from './hold-files.ts';

/** What nothing names may be about to be named: by an import or an order in another tab, or by the next tap. */
const COMING_MS = 10 * 60_000;
/** How long a file must have been of no use: undo, in this tab or another, may still want it back. */
const KEEP_UNUSED_MS = 3 * DAY_MS;
/** Files that one sweep removes at most; the next one goes on. */
const MAX_REMOVED = 200;
/** Row with the time at which each unused file was first found so. */
const UNUSED_KEY = 'unused-files';
const NOTHING = { projects: new Set<string>(), libraries: false };
const HASH = /\b[0-9a-f]{64}\b/g;

type TableName = {
  [Name in keyof Database]: Database[Name] extends { toArray(): unknown } ? Name : never;
}[keyof Database];

/** Which rows keep the files they name; the compiler asks for every new table. Of `some`, see {@link listNeeded}. */
const KEEPS: Readonly<Record<TableName, 'all' | 'some' | 'none'>> = {
  projects: 'all',
  outbox: 'all',
  backups: 'all',
  looks: 'all',
  environments: 'all',
  deviceRenders: 'all',
  steps: 'all',
  // Lists of libraries, and what orders are made of.
  kv: 'some',
  // Their pictures, without reading every stroke.
  sketches: 'some',
  // Originals of models that are needed.
  models: 'some',
  // Of use only where a project shows their model.
  viewBackups: 'none',
  sketchStates: 'none',
};

const Unused = z.record(z.string(), z.number()).catch({});

/**
 * Removes from this device's storage what nothing on it has named for three days: models and their originals, pictures
 * and captures. What a project, an order, a look, a sketch or a known library names stays, whosever it is; so does
 * everything while files come in.
 *
 * @returns The files that are gone.
 */
export async function sweepFiles(
  app: Pick<App, 'db' | 'storage' | 'state' | 'outside'>,
): Promise<readonly ContentHash[]> {
  const now = app.outside.now();
  const [stored, before] = await Promise.all([
    app.storage.list(),
    app.db.run(() => app.db.kv.get(UNUSED_KEY)).then((row) => Unused.parse(row?.value ?? {})),
  ]);
  await forgetHeld(app);
  const needed = await listNeeded(app);
  const unused = stored.filter((hash) => !needed.has(hash));
  const since = new Map(unused.map((hash) => [hash, Math.min(now, before[hash] ?? now)]));
  const old = unused.filter((hash) => now - (since.get(hash) ?? now) >= KEEP_UNUSED_MS);
  const gone: ContentHash[] = [];
  for (const hash of old.slice(0, MAX_REMOVED)) {
    // Dropped again meanwhile, it would be taken away under the import.
    if (app.state.stage.load !== null) break;
    if (await isComing(app, hash)) {
      since.set(hash, now);
      continue;
    }
    await app.db.run(() => app.db.models.delete(hash));
    await app.storage.delete(hash);
    since.delete(hash);
    gone.push(hash);
  }
  await app.db.run(() => app.db.kv.put({ key: UNUSED_KEY, value: Object.fromEntries(since) }));
  await sweepRenders(app);
  return gone;
}

/** Forgets what is listed of projects that are not on this device: versions before left it there when they deleted one. */
async function sweepRenders({ db }: Pick<App, 'db'>): Promise<void> {
  await db.write(async () => {
    const keys = await db.kv.where('key').startsWith(RENDERS_KEPT_AS).primaryKeys();
    const ids = await db.projects.orderBy('serverId').uniqueKeys();
    const here = new Set(ids.map((id) => rendersKeptAs(Number(id))));
    await db.kv.bulkDelete(keys.filter((key) => !here.has(key)).slice(0, MAX_REMOVED));
  });
}

/** Whether a file came just now, or came again: the row that is to name it may not have been written yet. */
export async function isComing(
  { storage, outside }: Pick<App, 'storage' | 'outside'>,
  hash: ContentHash,
): Promise<boolean> {
  return Math.abs(outside.now() - (await storage.putAt(hash))) < COMING_MS;
}

/**
 * Every file that a row on this device, the open project, a label in the hand or an order that is being made names.
 *
 * @param besides What is safe elsewhere, and so keeps no file here: projects by key, and what is known of libraries.
 */
export async function listNeeded(
  { db, state, outside }: Pick<App, 'db' | 'state' | 'outside'>,
  besides: { readonly projects: ReadonlySet<string>; readonly libraries: boolean } = NOTHING,
): Promise<ReadonlySet<string>> {
  const names = (Object.keys(KEEPS) as TableName[]).filter(
    (name) => KEEPS[name] === 'all' && name !== 'projects',
  );
  // First: what is not held any more has its row by then.
  const held = await listHeld({ db, outside });
  const rows = await db.run(() =>
    Promise.all([
      ...names.map((name): PromiseLike<unknown> => db[name].toArray()),
      db.projects.filter(({ key }) => !besides.projects.has(key)).toArray(),
      besides.libraries ? [] : db.kv.where('key').startsWith('library:').toArray(),
    ]),
  );
  const needed = new Set(held);
  const note = (value: unknown): void => {
    for (const [hash] of (JSON.stringify(value, withoutRest) ?? '').matchAll(HASH)) needed.add(hash);
  };
  note(rows);
  note(state.project.settings);
  // It is nowhere else until it is laid.
  note(state.labels.waiting);
  await db.run(() =>
    db.sketches.each(({ pictureHash, steps, undone }) =>
      note([pictureHash, listPictures(steps), listPictures(undone)]),
    ),
  );
  const models = await db.run(() => db.models.toArray());
  for (const { hash, originals } of models) if (needed.has(hash)) note(originals);
  return needed;
}

/**
 * A model that the project no longer shows, and saved views, are remembered without the model, but with what it wore and what lay on it; and
 * what a sketch looked like before something that can be undone without its picture.
 */
function withoutRest(key: string, value: unknown): unknown {
  if (key === 'camera_views' || key === 'pictureHash') return undefined;
  if (key !== 'kept_standings') return value;
  return (value as readonly KeptStanding[]).map(({ model_materials, labels }) => [model_materials, labels]);
}
