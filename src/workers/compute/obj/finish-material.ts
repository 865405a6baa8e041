import type { MaterialDressing } from '../../../contract/scene/material-dressing.ts';
import { numbersOf, objectOf } from '../../../tracer/gltf/gltf-content.ts';
import { parseColour } from '../../../tracer/parse-colour.ts';

const EMISSIVE_STRENGTH = 'KHR_materials_emissive_strength';

/**
 * Writes a finish into a glTF material. What the finish leaves out stays as it is.
 *
 * @param extensionsUsed Gets the name of an extension that a light above 1 needs.
 */
export function finishMaterial(
  material: Record<string, unknown>,
  {
    emissive,
    emissiveIntensity,
    normalScale,
    aoMapIntensity,
    opacity,
  }: NonNullable<MaterialDressing['finish']>,
  extensionsUsed: string[],
): void {
  if (emissive !== undefined) material.emissiveFactor = parseColour(emissive);
  if (emissiveIntensity !== undefined) shine(material, emissiveIntensity, extensionsUsed);
  if (normalScale !== undefined && 'normalTexture' in material) {
    material.normalTexture = { ...objectOf(material.normalTexture), scale: normalScale };
  }
  if (aoMapIntensity !== undefined && 'occlusionTexture' in material) {
    material.occlusionTexture = { ...objectOf(material.occlusionTexture), strength: aoMapIntensity };
  }
  if (opacity === undefined) return;
  const surface = objectOf(material.pbrMetallicRoughness);
  const colour = numbersOf(surface.baseColorFactor, 4) ?? [1, 1, 1, 1];
  material.pbrMetallicRoughness = { ...surface, baseColorFactor: [...colour.slice(0, 3), opacity] };
  if (opacity < 1) material.alphaMode = 'BLEND';
}

/** A strength of 1 or less is part of the factor, so that programs without the extension show it too. */
function shine(material: Record<string, unknown>, intensity: number, extensionsUsed: string[]): void {
  const { [EMISSIVE_STRENGTH]: _, ...others } = objectOf(material.extensions);
  const factor = numbersOf(material.emissiveFactor, 3) ?? [0, 0, 0];
  if (intensity > 1) {
    material.extensions = { ...others, [EMISSIVE_STRENGTH]: { emissiveStrength: intensity } };
    if (!extensionsUsed.includes(EMISSIVE_STRENGTH)) extensionsUsed.push(EMISSIVE_STRENGTH);
    return;
  }
  material.emissiveFactor = factor.map((value) => value * intensity);
  if (Object.keys(others).length > 0) material.extensions = others;
  else delete material.extensions;
}
