import { ContentHash } from '../../contract/ids.ts';
import { changeModel } from '../../contract/scene/swap-standings.ts';
import type { StoredSettings } from '../db/schema/projects.ts';
import type { ProjectRow } from './find-project.ts';

/**
 * Settings of a project that is given a model by its bytes or its hash alone: what belongs to the one that goes waits for
 * it, and the one that comes is as it was left here, else bare. A first model takes the settings that stand.
 */
export function giveModel(
  { settings, modelHash, modelName }: Pick<ProjectRow, 'settings' | 'modelHash' | 'modelName'>,
  hash: ContentHash | null,
): StoredSettings {
  if (hash === null) return settings;
  const shown = ContentHash.nullable().parse(modelHash);
  const before = { ...settings, model_hash: shown, model_name: modelName };
  const { model_hash: _hash, model_name: _name, ...given } = changeModel(before, hash);
  return given;
}
