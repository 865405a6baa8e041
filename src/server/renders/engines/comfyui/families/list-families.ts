import type { FamilyName, FoundFamily, ServerProfile } from '../graph/parts.ts';
import type { GraphFamily } from './family.ts';
import { klein4b, klein9b } from './klein.ts';
import { qwenEdit2509, qwenEdit2511 } from './qwen-edit.ts';
import { qwenImage } from './qwen-image.ts';
import { sdxl } from './sdxl.ts';
import { zImageTurbo } from './z-image.ts';

/** All of them, by preference where several follow an order alike. A checkpoint's name cannot prove SDXL, so that it comes last. */
export const FAMILIES: readonly GraphFamily[] = [
  klein4b,
  qwenEdit2511,
  klein9b,
  qwenEdit2509,
  zImageTurbo,
  qwenImage,
  sdxl,
];

export function findFamily(name: FamilyName): GraphFamily {
  const family = FAMILIES.find((one) => one.name === name);
  if (family === undefined) throw new Error(`no family ${name}`);
  return family;
}

/** What a server has of a family; null where it cannot draw with it. */
export function findUsed({ families }: ServerProfile, name: FamilyName): FoundFamily | null {
  return families.find((one) => one.name === name && one.isUsed) ?? null;
}
