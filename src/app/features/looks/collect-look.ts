import { LOOK_PARTS_MAX } from '../../../contract/constants.ts';
import type { Look, LookMaterial } from '../../../contract/http/looks.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import { cleanName, type MaterialRow, materialEntry } from '../../model/list-materials.ts';
import { copyPlain } from '../../values/copy-plain.ts';

/**
 * What a picture looks like, without the model and the camera: what every material wears, background, style, light and
 * prompts.
 *
 * @param nameOf Name of a node in the file.
 */
export function collectLook(
  rows: readonly MaterialRow[],
  nameOf: (node: number) => string,
  settings: ProjectSettings,
  thumbnail: string | null,
): Look {
  const { render_settings: light } = settings;
  return copyPlain({
    materials: rows.slice(0, 1_000).map((row) => collectMaterial(row, nameOf)),
    positive_prompt: settings.positive_prompt,
    negative_prompt: settings.negative_prompt,
    use_negative_prompt: settings.use_negative_prompt,
    background_id: settings.background_id,
    background_color: settings.background_color,
    background_fidelity: settings.background_fidelity,
    style_id: settings.style_id,
    style_strength: settings.style_strength,
    background_gradient: light.background_gradient,
    lighting: light.lighting,
    light_rig: light.light_rig,
    environment: light.environment,
    exposure: light.exposure,
    tone_mapping: light.tone_mapping,
    shadow_intensity: light.shadow_intensity,
    floor: light.floor,
    thumbnail,
  });
}

function collectMaterial(row: MaterialRow, nameOf: (node: number) => string): LookMaterial {
  const {
    id: _id,
    originalId: _original,
    originalIndex: _index,
    instanceIndex: _instance,
    nodes: _nodes,
    parentMaterialId: _parent,
    isProtected: _protected,
    name: _name,
    ...wear
  } = materialEntry(row);
  const parts = new Set(row.nodes.map((node) => cleanName(nameOf(node))).filter((name) => name !== ''));
  return {
    ...wear,
    name: row.isIndependent ? row.name : cleanName(row.file.name),
    isIndependent: row.isIndependent,
    // Some of them would match too much.
    parts: parts.size > LOOK_PARTS_MAX ? [] : [...parts],
  };
}
