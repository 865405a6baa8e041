import { AppError } from '../../contract/failure.ts';
import type { PatchProjectBody } from '../../contract/http/projects.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { joinViews } from '../views/join-views.ts';
import { numberViews } from '../views/number-views.ts';
import { checkReferences } from './check-references.ts';
import { lockProject, type ProjectRow } from './find-project.ts';
import { giveModel } from './give-model.ts';
import { mergeSettings } from './merge-settings.ts';
import { storeChange } from './store-change.ts';

/**
 * Writes the given settings over a project's and counts its revision up. What the change leaves out stays, but for what
 * belongs to a model that another takes the place of, see {@link giveModel}; saved views are joined with those that stand,
 * see {@link joinViews}.
 *
 * @throws AppError `not-found`; `revision-stale` when the change was made on an older revision and says so;
 *   `invalid-request` for a model, texture, background or style that is not the person's to use; `view-limit`.
 */
export async function changeProject(
  tx: Transaction,
  userId: number,
  projectId: number,
  change: PatchProjectBody,
  now: Date,
): Promise<ProjectRow> {
  const before = await lockProject(tx, userId, projectId);
  const { revision, name, model_hash, model_name, ...settings } = change;
  if (revision !== undefined && revision !== before.revision) {
    throw new AppError({ code: 'revision-stale', revision: before.revision });
  }
  await checkReferences(tx, userId, change, before);
  const isWhole = revision !== undefined;
  const shown = model_hash === undefined ? ContentHash.nullable().parse(before.modelHash) : model_hash;
  const given = giveModel(before, shown);
  const joined = joinViews(given, mergeSettings(given, settings), isWhole, shown, now);
  return storeChange(tx, before, {
    name: name ?? before.name,
    modelHash: shown,
    modelName: model_name === undefined ? before.modelName : model_name,
    settings: await numberViews(tx, before.settings.camera_views, joined),
  });
}
