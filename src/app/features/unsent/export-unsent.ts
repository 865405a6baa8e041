import type { ZipEntry } from '../../../contract/compute-values.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import { zipFiles } from '../../browser/zip-files.ts';
import type { App } from '../../core/app.ts';
import { listUnsentSketches } from '../../data/list-unsent-sketches.ts';
import { listUnsentViews } from '../../data/list-unsent-views.ts';
import { slug } from '../../values/slug.ts';
import type { Unsent } from './list-unsent.ts';
import { pickUnsaved } from './unsent-changes.ts';

/** What a person reads beside the content: see `describe-unsent.ts`. */
export interface UnsentWords {
  readonly what: string;
  readonly why: string;
}

/** Its content as JSON, with what it is and why it is not on the server. Files are named by their hash. */
export async function writeUnsent(app: Pick<App, 'db'>, unsent: Unsent, words: UnsentWords): Promise<string> {
  return JSON.stringify(await describe(app, unsent, words), null, 2);
}

/** The same of many, as a list. */
export async function writeAll(
  app: Pick<App, 'db'>,
  all: readonly (readonly [Unsent, UnsentWords])[],
): Promise<string> {
  const described = await Promise.all(all.map(([unsent, words]) => describe(app, unsent, words)));
  return JSON.stringify(described, null, 2);
}

async function describe(app: Pick<App, 'db'>, unsent: Unsent, { what, why }: UnsentWords): Promise<object> {
  const since = unsent.kind === 'work' ? new Date(unsent.row.createdAt).toISOString() : null;
  return { what, why, since, content: await contentOf(app, unsent) };
}

async function contentOf({ db }: Pick<App, 'db'>, unsent: Unsent): Promise<unknown> {
  const { project } = unsent;
  if (unsent.kind === 'project') {
    const edits = pickUnsaved(unsent.project);
    if (!unsent.hasLight) return edits;
    return { ...edits, sketches: await db.run(() => listUnsentSketches(db, unsent.id)) };
  }
  const { work, projectKey } = unsent.row;
  switch (work.kind) {
    case 'create-project':
      return project?.settings ?? null;
    case 'save-project':
      return work.frozen ?? (project === undefined ? null : pickUnsaved(project));
    case 'sync-views':
      return project === undefined ? null : listUnsentViews(project);
    case 'sync-selection':
      return project?.settings.render_settings.material_selection ?? null;
    case 'sync-materials':
      return project?.settings.model_materials ?? null;
    case 'sync-sketches':
      return await db.run(() => listUnsentSketches(db, projectKey));
    case 'sync-look':
      return unsent.look ?? null;
    case 'sync-environment':
      return unsent.environment ?? null;
    default:
      return work;
  }
}

/** A file of it for the person. */
export interface UnsentFile {
  readonly name: string;
  readonly file: Blob;
  /** Names of files that are not on this device any more, and so not in it. */
  readonly missing: readonly string[];
}

/**
 * Makes a file of it: the model or picture itself where it is one, a ZIP where several files belong to it, else JSON.
 *
 * @throws AppError `device-storage-full`, `worker-crashed`; an AbortError when cancelled.
 */
export async function fileUnsent(
  app: Pick<App, 'db' | 'storage' | 'compute'>,
  unsent: Unsent,
  words: UnsentWords,
  signal: AbortSignal,
): Promise<UnsentFile> {
  const json = await writeUnsent(app, unsent, words);
  const name = slug(words.what) || 'unsent';
  const asJson = new Blob([json], { type: 'application/json' });
  const files = listFiles(unsent);
  const stored = await Promise.all(
    files.map(async (one) => ({ ...one, file: await app.storage.get(one.hash) })),
  );
  const missing = stored.filter(({ file }) => file === null).map((one) => one.name);
  const found = stored.flatMap(({ file, ...one }) => (file === null ? [] : [{ ...one, file }]));
  const [first] = found;
  if (first === undefined) return { name: `${name}.json`, file: asJson, missing };
  if (files.length === 1) return { name: first.name, file: first.file, missing };
  const entries: ZipEntry[] = found.map((one) => ({ name: one.name, content: one.file }));
  const zip = await zipFiles(
    app,
    [{ name: `${name}.json`, content: json }, ...entries],
    null,
    () => {},
    signal,
  );
  return { name: `${name}.zip`, file: zip ?? asJson, missing };
}

/** Files of this device's storage that are its content, with names for them. */
function listFiles(unsent: Unsent): readonly { readonly hash: ContentHash; readonly name: string }[] {
  if (unsent.kind === 'project') return [];
  const { work } = unsent.row;
  const picture = (name: string): string => `${slug(name) || 'picture'}.webp`;
  switch (work.kind) {
    case 'upload-model':
      return [{ hash: work.hash, name: work.name }];
    case 'upload-texture':
    case 'upload-picture':
    case 'adopt-item':
      return [{ hash: work.hash, name: /\.\w{3,4}$/.test(work.name) ? work.name : picture(work.name) }];
    case 'import-render':
      return work.render.images.map(({ batch_index: index, image_hash: hash }) => ({
        hash,
        name: `picture-${index + 1}.webp`,
      }));
    case 'order-render':
      return work.files.map(([field, hash, name]) => ({ hash, name: `${field}-${name}` }));
    case 'sync-environment': {
      const { environment } = unsent;
      return environment === undefined
        ? []
        : [{ hash: environment.pictureHash, name: `${slug(environment.name) || 'environment'}.png` }];
    }
    default:
      return [];
  }
}
