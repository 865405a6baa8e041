import * as L from '../kernel/layout.ts';
import { cosTurns, log2, sinTurns } from '../portable-maths.ts';
import type { SceneMaterial, TextureSlot } from '../scene.ts';

/**
 * Writes material records (`kernel/layout.ts`).
 *
 * @param hasColours Whether vertices carry alpha of their own.
 * @param at First byte of the first record in `bytes`; a multiple of 4.
 */
export function packMaterials(
  materials: readonly SceneMaterial[],
  hasColours: boolean,
  bytes: Uint8Array,
  at: number,
): void {
  const f32 = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  const i32 = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  materials.forEach((material, i) => {
    packMaterial(material, hasColours, f32, i32, (at + i * L.MATERIAL_BYTES) >> 2);
  });
}

/** The F_ flags of a material; `F_SEE_THROUGH` says whether shadow rays may pass. */
export function materialFlags(m: SceneMaterial, hasColours: boolean): number {
  let flags = (m.labels ?? 0) << L.F_LABELS_SHIFT;
  const variesInAlpha = m.baseColourMap !== null || hasColours || m.alpha < 1;
  if (m.alphaMode === 'mask') flags |= L.F_MASK | L.F_SEE_THROUGH;
  if (m.alphaMode === 'blend' && variesInAlpha) flags |= L.F_BLEND | L.F_SEE_THROUGH;
  if (m.isDoubleSided) flags |= L.F_DOUBLE_SIDED;
  if (m.isUnlit) return flags | L.F_UNLIT;
  if (m.anisotropy > 0) flags |= L.F_ANISOTROPIC;
  if (m.diffuseTransmission > 0) flags |= L.F_TRANSLUCENT | (m.thickness > 0 ? L.F_DENSE : 0);
  // A map may take metalness away from any place.
  if (m.transmission > 0 && (m.metalness < 1 || m.metalRoughMap !== null)) {
    flags |= L.F_TRANSMISSIVE | L.F_SEE_THROUGH;
    if (m.thickness > 0) flags |= L.F_SOLID;
  }
  return flags;
}

function packMaterial(
  m: SceneMaterial,
  hasColours: boolean,
  f32: Float32Array,
  i32: Int32Array,
  at: number,
): void {
  const put = (offset: number, ...values: readonly number[]) => f32.set(values, at + (offset >> 2));
  const f0 = m.ior === 0 ? 1 : ((m.ior - 1) / (m.ior + 1)) ** 2;
  put(L.M_BASE, ...m.baseColour);
  put(L.M_ALPHA, m.alpha);
  put(L.M_CUTOFF, m.alphaCutoff);
  i32[at + (L.M_FLAGS >> 2)] = materialFlags(m, hasColours);
  put(L.M_METALNESS, m.metalness);
  put(L.M_ROUGHNESS, m.roughness);
  put(L.M_EMISSIVE, ...m.emissive.map((c) => c * m.emissiveStrength));
  put(L.M_NORMAL_SCALE, m.normalScale);
  put(L.M_OCCLUSION, m.occlusionStrength);
  // What reflects all light bends none.
  put(L.M_IOR, m.ior === 0 ? 1 : m.ior);
  put(L.M_F0, f0);
  put(L.M_SPECULAR, m.specular);
  put(L.M_SPECULAR_COLOUR, ...m.specularColour);
  put(L.M_CLEARCOAT, m.clearcoat);
  put(L.M_CLEARCOAT_ROUGHNESS, m.clearcoatRoughness);
  put(L.M_CLEARCOAT_NORMAL_SCALE, m.clearcoatNormalScale);
  put(L.M_SHEEN_COLOUR, ...m.sheenColour);
  put(L.M_SHEEN_ROUGHNESS, m.sheenRoughness);
  const angle = m.anisotropyRadians / (2 * Math.PI);
  put(L.M_ANISOTROPY, m.anisotropy, cosTurns(angle), sinTurns(angle));
  put(L.M_IRIDESCENCE, m.iridescence, m.iridescenceIor, ...m.iridescenceThicknessNm);
  put(L.M_DISPERSION, m.dispersion);
  put(L.M_DIFFUSE_TRANSMISSION, m.diffuseTransmission, ...m.diffuseTransmissionColour);
  put(L.M_DIFFUSE_ROUGHNESS, m.diffuseRoughness);
  put(L.M_TRANSMISSION, m.transmission);
  put(L.M_ABSORPTION, ...m.attenuationColour.map((c) => absorption(c, m.attenuationDistance)));
  i32[at + (L.M_TRIPLANAR_TEXTURE >> 2)] = m.triplanar?.texture ?? -1;
  i32[at + (L.M_TRIPLANAR_NORMAL >> 2)] = m.triplanar?.normal ?? -1;
  i32[at + (L.M_TRIPLANAR_ROUGHNESS >> 2)] = m.triplanar?.roughness ?? -1;
  if (m.triplanar) {
    const turns = m.triplanar.rotationRadians / (2 * Math.PI);
    put(L.M_TRIPLANAR_TILE, m.triplanar.tileSize);
    put(L.M_TRIPLANAR_BUMP, m.triplanar.bumpHeight);
    put(L.M_TRIPLANAR_COSINE, cosTurns(turns));
    put(L.M_TRIPLANAR_SINE, sinTurns(turns));
  }
  const slot = (offset: number, map: TextureSlot | null) => {
    i32[at + (offset >> 2)] = map?.texture ?? -1;
    i32[at + (offset >> 2) + 1] = map?.uvSet ?? 0;
    if (map) f32.set(map.transform, at + (offset >> 2) + 2);
  };
  slot(L.S_BASE, m.baseColourMap);
  slot(L.S_METAL_ROUGH, m.metalRoughMap);
  slot(L.S_NORMAL, m.normalMap);
  slot(L.S_OCCLUSION, m.occlusionMap);
  slot(L.S_EMISSIVE, m.emissiveMap);
  slot(L.S_TRANSMISSION, m.transmissionMap);
  slot(L.S_CLEARCOAT, m.clearcoatMap);
  slot(L.S_CLEARCOAT_ROUGHNESS, m.clearcoatRoughnessMap);
  slot(L.S_CLEARCOAT_NORMAL, m.clearcoatNormalMap);
  slot(L.S_SHEEN_COLOUR, m.sheenColourMap);
  slot(L.S_SHEEN_ROUGHNESS, m.sheenRoughnessMap);
  slot(L.S_SPECULAR, m.specularMap);
  slot(L.S_SPECULAR_COLOUR, m.specularColourMap);
  slot(L.S_ANISOTROPY, m.anisotropyMap);
  slot(L.S_IRIDESCENCE, m.iridescenceMap);
  slot(L.S_IRIDESCENCE_THICKNESS, m.iridescenceThicknessMap);
  slot(L.S_DIFFUSE_TRANSMISSION, m.diffuseTransmissionMap);
  slot(L.S_DIFFUSE_TRANSMISSION_COLOUR, m.diffuseTransmissionColourMap);
  slot(L.S_DIFFUSE_ROUGHNESS, m.diffuseRoughnessMap);
}

/** In powers of two per stage unit, for the portable `exp2`. Zero for glass without attenuation. */
function absorption(colour: number, distance: number): number {
  if (!(distance > 0) || distance === Infinity) return 0;
  return -log2(colour) / distance;
}
