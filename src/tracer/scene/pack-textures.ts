import * as L from '../kernel/layout.ts';
import { decodeSrgb } from '../parse-colour.ts';
import type { SceneMaterial, SceneTexture } from '../scene.ts';
import { listLevels } from './mip-levels.ts';

/** Every place where a material may read a texture. */
export function slotsOf(m: SceneMaterial) {
  return [
    m.baseColourMap,
    m.metalRoughMap,
    m.normalMap,
    m.occlusionMap,
    m.emissiveMap,
    m.transmissionMap,
    m.clearcoatMap,
    m.clearcoatRoughnessMap,
    m.clearcoatNormalMap,
    m.sheenColourMap,
    m.sheenRoughnessMap,
    m.specularMap,
    m.specularColourMap,
    m.anisotropyMap,
    m.iridescenceMap,
    m.iridescenceThicknessMap,
    m.diffuseTransmissionMap,
    m.diffuseTransmissionColourMap,
    m.diffuseRoughnessMap,
  ];
}

/** How a texture is read, as its record has it. */
export function textureFlags(texture: SceneTexture): number {
  const { isSrgb, isSmooth, wrapS, wrapT } = texture;
  const wraps = ['repeat', 'mirror', 'clamp'];
  return (
    (isSrgb ? L.TEXTURE_IS_SRGB : 0) |
    (isSmooth ? 0 : L.TEXTURE_IS_NEAREST) |
    (wraps.indexOf(wrapS) << L.TEXTURE_WRAP_S_SHIFT) |
    (wraps.indexOf(wrapT) << L.TEXTURE_WRAP_T_SHIFT) |
    (listLevels(texture, 0).length << L.TEXTURE_LEVELS_SHIFT)
  );
}

/** 256 floats of plain fractions, then 256 of the sRGB curve (IEC 61966-2-1). */
export function byteToLinear(): Float32Array {
  const table = new Float32Array(512);
  for (let i = 0; i < 256; i++) {
    const c = i / 255;
    table[i] = c;
    table[256 + i] = decodeSrgb(c);
  }
  return table;
}
