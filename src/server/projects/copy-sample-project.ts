import { randomUUID } from 'node:crypto';
import { and, inArray, isNull } from 'drizzle-orm';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import { SavedView } from '../../contract/http/camera-views.ts';
import { defaultSettings } from '../../contract/http/default-settings.ts';
import { ContentHash, LibraryItemId, MaterialId } from '../../contract/ids.ts';
import { type ModelMaterial, UNDRESSED } from '../../contract/scene/dressed-material.ts';
import { lookAt } from '../../contract/scene/look-at.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { projects } from '../db/schema/projects.ts';
import { ownedFiles } from '../db/schema/uploads.ts';
import { numberViews } from '../views/number-views.ts';
import { nameInSample, readSampleTemplate, type SampleTemplate } from './sample-template.ts';

/**
 * Gives a new account its own copy of the sample project, active (L17), and the right to its model. Call it in the
 * transaction that makes the account.
 *
 * @param language Of the names and the prompt, which are the person's to change afterwards.
 * @throws AppError `not-found` before the starter content was seeded.
 */
export async function copySampleProject(
  tx: Transaction,
  userId: number,
  language: AccountLanguage,
): Promise<void> {
  const template = await readSampleTemplate(tx);
  const { project } = template;
  const modelHash = template.translated[language] ?? template.modelHash;
  const items = await findBySlug(tx, [
    ...project.dressing.map((dressing) => dressing.library),
    project.background,
    project.style,
  ]);
  const idOf = (slug: string | null) => {
    const item = items.get(slug ?? '');
    return item === undefined ? null : LibraryItemId.parse(item.id);
  };
  await tx.insert(ownedFiles).values({ userId, hash: modelHash }).onConflictDoNothing();
  await tx.insert(projects).values({
    userId,
    name: project.name[language],
    modelHash,
    modelName: project.model.fileName,
    isSample: true,
    isActive: true,
    settings: await numberViews(tx, [], {
      ...defaultSettings(),
      positive_prompt: project.prompt[language],
      background_id: idOf(project.background),
      background_color: idOf(project.background) === null ? defaultSettings().background_color : null,
      style_id: idOf(project.style),
      model_materials: dressMaterials(template, items, language),
      model_normalisation: project.model.normalisation,
      camera_views: project.views.map((view, index): SavedView => {
        const { position, target, up, fovDegrees } = view;
        return SavedView.parse({
          uuid: randomUUID(),
          id: index + 1,
          name: view.name[language],
          pose: { position, target, up, quaternion: lookAt(position, target, up), fovDegrees },
          model_hash: modelHash,
          is_active: index === 0,
          order: index + 1,
          timestamp: Date.now(),
        });
      }),
    }),
  });
}

type Item = typeof libraryItems.$inferSelect;

async function findBySlug(db: Queryable, slugs: readonly (string | null)[]): Promise<Map<string, Item>> {
  const wanted = slugs.filter((slug) => slug !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select()
    .from(libraryItems)
    .where(and(inArray(libraryItems.slug, wanted), isNull(libraryItems.deletedAt)));
  return new Map(rows.map((row) => [row.slug ?? '', row]));
}

function dressMaterials(
  template: SampleTemplate,
  items: ReadonlyMap<string, Item>,
  language: AccountLanguage,
): ModelMaterial[] {
  return template.materials.map((material, index) => {
    const name = nameInSample(template.project, material, language);
    const slug = template.project.dressing.find((one) => one.material === material)?.library ?? '';
    const item = items.get(slug);
    return {
      id: MaterialId.parse(randomUUID()),
      originalId: name,
      originalIndex: index,
      name,
      ...UNDRESSED,
      nodes: [],
      libraryId: item === undefined ? null : LibraryItemId.parse(item.id),
      libraryMaterialName: item?.names[language] ?? null,
      textureHash: hashOf(item?.imageHash),
      normalHash: hashOf(item?.normalHash),
      roughnessHash: hashOf(item?.roughnessHash),
    };
  });
}

function hashOf(stored: string | null | undefined): ContentHash | null {
  return stored == null ? null : ContentHash.parse(stored);
}
