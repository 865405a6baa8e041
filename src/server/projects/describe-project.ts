import { sql } from 'drizzle-orm';
import type { LostRevisions, ProjectBody } from '../../contract/http/projects.ts';
import { ContentHash, type LibraryItemId, ProjectId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { prepareSql } from '../db/prepare-read.ts';
import { files } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { projectRestores } from '../db/schema/projects.ts';
import { reachOf } from '../libraries/describe-item.ts';
import { selectReadable } from '../libraries/find-readable.ts';
import type { SampleProject } from '../libraries/starter-content.ts';
import { addressMaterials } from '../materials/describe-materials.ts';
import type { FileUrls, Reach } from '../storage/sign-file-url.ts';
import type { ProjectRow } from './find-project.ts';
import { selectSampleWords } from './sample-template.ts';

interface NamedItem {
  readonly id: LibraryItemId;
  readonly userId: number | null;
  readonly imageHash: ContentHash;
  readonly name: string;
}

/** What projects name that stands in other tables. */
interface Named {
  readonly items: readonly NamedItem[] | null;
  /** Bytes of models, by their hashes. */
  readonly sizes: Readonly<Record<string, number>> | null;
  /** By hashes of those textures that the person may see. */
  readonly readable: Readonly<Record<string, Reach>> | null;
  readonly sample: Pick<SampleProject, 'name' | 'prompt'> | null;
  /** By ids of projects, the first restore first. */
  readonly lost: Readonly<Record<string, LostRevisions[]>> | null;
}

const readNamed = prepareSql<
  { userId: number; ids: number[]; itemIds: number[]; hashes: string[]; textures: string[] },
  Named
>(
  (given) => sql`select
    (select json_agg(json_build_object('id', id, 'userId', user_id, 'imageHash', image_hash, 'name', names ->> 'en'))
      from ${libraryItems} where id = any(${given('itemIds')}::integer[])) as items,
    (select json_object_agg(hash, size_bytes) from ${files} where hash = any(${given('hashes')}::text[])) as sizes,
    (select json_object_agg(hash, reach)
      from (${selectReadable(given('userId'), given('textures'))}) as seen) as readable,
    (${selectSampleWords}) as sample,
    (select json_object_agg(project_id, ranges)
      from (select project_id, json_agg(json_build_object('last', last_revision, 'next', next_revision) order by next_revision) as ranges
        from ${projectRestores} where project_id = any(${given('ids')}::integer[]) group by project_id) as put_back) as lost`,
);

/**
 * Projects of one person as the wire shows them, in the given order, with fresh addresses of model, textures, background
 * and style. All keep theirs after the library item was deleted; a texture that never was the person's to use has none.
 */
export async function describeProjects(
  db: Queryable,
  urls: FileUrls,
  rows: readonly ProjectRow[],
): Promise<ProjectBody[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { userId } = first;
  if (rows.some((row) => row.userId !== userId)) throw new Error('projects of several people');
  const [named] = await readNamed(db, {
    userId,
    ids: rows.map(({ id }) => id),
    itemIds: rows.flatMap(({ settings }) => [settings.background_id, settings.style_id]).filter(isPresent),
    hashes: rows.map((row) => row.modelHash).filter(isPresent),
    textures: rows
      .flatMap(({ settings }) => settings.model_materials.map((entry) => entry.textureHash))
      .filter(isPresent),
  });
  if (named === undefined) throw new Error('one question, no answer');
  const itemOf = new Map((named.items ?? []).map((item) => [item.id, item]));
  const readable = new Map(Object.entries(named.readable ?? {}));
  const sample = named.sample && {
    names: Object.values(named.sample.name),
    prompts: Object.values(named.sample.prompt),
  };

  return rows.map((row) => {
    const { background_id: backgroundId, style_id: styleId } = row.settings;
    const background = backgroundId && itemOf.get(backgroundId);
    const style = styleId && itemOf.get(styleId);
    const modelHash = row.modelHash === null ? null : ContentHash.parse(row.modelHash);
    const lost = named.lost?.[row.id];
    const sign = (item: NamedItem) => urls.sign(item.imageHash, reachOf(item));
    return {
      ...row.settings,
      model_materials: addressMaterials(urls, readable, row.settings.model_materials),
      id: ProjectId.parse(row.id),
      created_at: row.createdAt.toISOString(),
      name: row.name,
      model_hash: modelHash,
      model_name: row.modelName,
      revision: row.revision,
      ...(lost !== undefined && { lost_revisions: lost }),
      model_glb_url: modelHash === null ? null : urls.sign(modelHash),
      model_size_bytes: modelHash === null ? null : (named.sizes?.[modelHash] ?? null),
      background: background
        ? { id: background.id, image_url: sign(background), name: background.name }
        : null,
      style: style ? { id: style.id, image: sign(style), name: style.name } : null,
      is_sample: row.isSample,
      sample_words: row.isSample ? sample : null,
      updated_at: row.updatedAt.toISOString(),
    };
  });
}

/** One project, see {@link describeProjects}. */
export async function describeProject(db: Queryable, urls: FileUrls, row: ProjectRow): Promise<ProjectBody> {
  const [body] = await describeProjects(db, urls, [row]);
  if (body === undefined) throw new Error('one project in, none out');
  return body;
}

function isPresent<T>(value: T | null): value is T {
  return value !== null;
}
