import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { MaterialProperties, PatchMaterialBody } from '../../contract/http/model-materials.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { Queryable } from '../db/database.ts';
import { invalidRequest } from '../http/check-shape.ts';
import { NOTHING_WORN, wearItem, wearTexture } from './wear-item.ts';

/**
 * Writes what a call says over a material of a project: the link to a library first, then its properties. A link that
 * is broken takes the texture off and leaves the default grey (G4).
 *
 * @param language Of the library item's name.
 * @throws AppError `invalid-request` naming fields.
 */
export async function changeMaterial(
  db: Queryable,
  userId: number,
  entry: ModelMaterial,
  change: PatchMaterialBody,
  language: AccountLanguage,
): Promise<ModelMaterial> {
  const { name, properties = {}, assigned_material_id: itemId } = change;
  if (isEmpty(change)) throw invalidRequest('assigned_material_id', INCOMPLETE);
  let next = { ...entry, ...(name === undefined ? {} : { name }) };
  if (itemId === null) {
    const isReset = entry.isReset || entry.textureHash !== null;
    next = { ...next, ...NOTHING_WORN, tileSize: null, rotationRadians: 0, isReset };
  } else if (itemId !== undefined) {
    next = await wearItem(db, userId, next, itemId, language);
  }
  if (properties.texturePath === null) next = { ...next, ...NOTHING_WORN };
  else if (properties.texturePath !== undefined) {
    const worn = await wearTexture(db, userId, properties.texturePath, language);
    if (worn.textureHash !== next.textureHash) next = { ...next, ...worn, isReset: false };
  }
  return { ...next, ...readProperties(properties), texturePath: null };
}

/** As S2 5 has it, in its words. */
const INCOMPLETE = 'Payload incompleto para assignLibraryMaterial.';

/** A change that says nothing at all. */
function isEmpty(change: PatchMaterialBody): boolean {
  return Object.values(change).every((value) => value === undefined);
}

/** The properties of the wire by the names of a project's materials (G17, G18); what is not said is left out. */
function readProperties(properties: MaterialProperties): Partial<ModelMaterial> {
  if (properties.wireframe === true) {
    throw invalidRequest('properties.wireframe', 'cannot be drawn in a picture');
  }
  const said: Partial<Record<keyof ModelMaterial, unknown>> = {
    color: either(properties.color, properties.base_color),
    metalness: either(properties.metalness, properties.metallic),
    roughness: properties.roughness,
    emissive: properties.emissive,
    emissiveIntensity: either(properties.emissiveIntensity, properties.emissive_intensity),
    normalScale: properties.normalScale,
    aoMapIntensity: properties.aoMapIntensity,
    // Nothing else makes a material transparent.
    opacity: properties.transparent === false ? null : properties.opacity,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** The value under whichever of two names was sent; null counts as sent. */
function either<T>(first: T | undefined, second: T | undefined): T | undefined {
  return first === undefined ? second : first;
}
