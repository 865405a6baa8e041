import { isDeepStrictEqual } from 'node:util';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';

/** One field in which two states of a material differ. */
export interface MaterialChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** What differs between two states of a material; addresses of textures say nothing beside their hashes. */
export function compareVersions(from: ModelMaterial, to: ModelMaterial): MaterialChange[] {
  const fields = Object.keys(from) as (keyof ModelMaterial)[];
  return fields
    .filter((field) => field !== 'texturePath' && !isDeepStrictEqual(from[field], to[field]))
    .map((field) => ({ field, from: from[field], to: to[field] }));
}
