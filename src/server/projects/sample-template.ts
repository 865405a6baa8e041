import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import { AccountLanguage } from '../../contract/http/accounts.ts';
import { ContentHash } from '../../contract/ids.ts';
import { readGlb } from '../../tracer/gltf/read-glb.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { settings } from '../db/schema/accounts.ts';
import { SampleProject } from '../libraries/starter-content.ts';
import type { Storage, StoredBytes } from '../storage/storage.ts';
import { recordFile } from '../storage/store-file.ts';
import { translateNames } from './translate-names.ts';

const KEY = 'sample-project';

/** What every new account's sample project is copied from: the content file, and what only its model tells. */
const SampleTemplate = z.object({
  project: SampleProject,
  modelHash: ContentHash,
  /** Names of the model's materials by glTF index. */
  materials: z.array(z.string()),
  /** The same model with its names in other languages. */
  translated: z.partialRecord(AccountLanguage, ContentHash).default({}),
});
export type SampleTemplate = z.infer<typeof SampleTemplate>;

/** A template whose models lie in the storage, without rows yet. */
interface PreparedSample {
  readonly models: readonly StoredBytes[];
  readonly template: SampleTemplate;
}

/** Stores the sample's model, once for each language in which its parts have other names. */
export async function prepareSampleProject(
  storage: Storage,
  project: SampleProject,
  glb: Uint8Array,
): Promise<PreparedSample> {
  const materials = (readGlb(glb).json.materials ?? []).map((material) => material.name ?? '');
  const model = await storage.put(glb);
  const models = [model];
  const translated: SampleTemplate['translated'] = {};
  for (const language of AccountLanguage.options) {
    if (Object.entries(project.names).every(([name, names]) => names[language] === name)) continue;
    const stored = await storage.put(translateNames(glb, (name) => nameInSample(project, name, language)));
    models.push(stored);
    translated[language] = stored.hash;
  }
  return { models, template: { project, modelHash: model.hash, materials, translated } };
}

/** What a material or part of the sample is called; its name in the file where it has no other. */
export function nameInSample({ names }: SampleProject, name: string, language: AccountLanguage): string {
  return names[name]?.[language] ?? name;
}

/** Keeps the template in the database, where every node of the server finds it. */
export async function keepSampleProject(
  tx: Transaction,
  { models, template: value }: PreparedSample,
): Promise<void> {
  for (const model of models) await recordFile(tx, model, { contentType: 'model/gltf-binary' });
  await tx
    .insert(settings)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** Whether the starter content was seeded, by whichever process. */
export async function hasSampleProject(db: Queryable): Promise<boolean> {
  return (await db.$count(settings, eq(settings.key, KEY))) > 0;
}

/** @throws AppError `not-found` before the starter content was seeded. */
export async function readSampleTemplate(db: Queryable): Promise<SampleTemplate> {
  const [row] = await db.select().from(settings).where(eq(settings.key, KEY));
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return SampleTemplate.parse(row.value);
}

/** What its copies say by themselves, in all languages, as one value; no row before the starter content was seeded. */
export const selectSampleWords = sql`select json_build_object('name', value #> '{project,name}', 'prompt', value #> '{project,prompt}')
  from ${settings} where key = ${sql.raw(`'${KEY}'`)}`;
