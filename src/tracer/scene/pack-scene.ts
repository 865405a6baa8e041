import { FLOOR_REACH } from '../floor/floor-reach.ts';
import { packCyclorama } from '../floor/pack-cyclorama.ts';
import type { TextureFrame } from '../gltf/find-texture-frame.ts';
import * as L from '../kernel/layout.ts';
import { rigPlace, TABLE_RADIUS } from '../light/hang-lights.ts';
import { luminance } from '../picture.ts';
import { createSrgbTables } from '../post/srgb-tables.ts';
import type { TracerScene, UvSet } from '../scene.ts';
import type { Acceleration } from './build-acceleration.ts';
import { integrateEnergy, integrateSheenEnergy } from './energy-tables.ts';
import { findOpenMaterials } from './find-open-materials.ts';
import { levelBytes, writeLevels } from './mip-levels.ts';
import { packAreaLights } from './pack-area-lights.ts';
import { packLabels } from './pack-labels.ts';
import { packLamps } from './pack-lamps.ts';
import { materialFlags, packMaterials } from './pack-materials.ts';
import { packPunctualLights } from './pack-punctual-lights.ts';
import { packSky } from './pack-sky.ts';
import { byteToLinear, slotsOf, textureFlags } from './pack-textures.ts';
import { interleave, markTriangles } from './pack-triangles.ts';
import { pixelFilter } from './pixel-filter.ts';
import { writeCamera } from './write-camera.ts';

/** Limits of the integrator. */
export interface TraceLimits {
  /** Scattering events on opaque surfaces; passing through glass or cut-outs does not count. */
  readonly maxBounces: number;
  /**
   * Largest indirect contribution, in multiples of a white floor's radiance. 8 keeps reflections of softboxes in
   * other reflections and drops the single bright pixels that no denoiser removes.
   */
  readonly indirectClamp: number;
  /** Which way light is found: both, or one alone to check the other. */
  readonly estimator: 'both' | 'sky' | 'surface';
}

export const DEFAULT_TRACE_LIMITS: TraceLimits = { maxBounces: 6, indirectClamp: 8, estimator: 'both' };

/** A scene as one block of bytes, ready for a kernel. Can be posted to workers; never written after packing. */
export interface PackedScene {
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Irradiance of all unblocked light on the floor below the product, rgb. */
  readonly floorIrradiance: readonly [number, number, number];
  /** Radiance that is shown as white: of a white floor, or where no light falls on it what the middle exposure shows so, 1. */
  readonly white: number;
  /** The floor's reflection has a plane of sums of its own. */
  readonly splitsReflection: boolean;
}

/** Ray start offset in stage units: 1e-5 of the largest dimension of a product. */
const RAY_OFFSET = 1e-4;

/**
 * Packs a scene into one block (`kernel/layout.ts`). Same scene, same bytes, in every engine. Costs about 0.2 s.
 *
 * @param scene Its floor at `y: -Infinity` is no floor. The sky must be at most 65,535 pixels wide.
 * @param acceleration Built from `scene.geometry`. Its bounds are the product's, without a cyclorama.
 * @param splitsReflection Sums what the floor reflects by itself too; nothing else changes by it.
 */
export function packScene(
  scene: TracerScene,
  acceleration: Acceleration,
  limits: TraceLimits = DEFAULT_TRACE_LIMITS,
  splitsReflection = false,
): PackedScene {
  const { geometry, materials, sky } = scene;
  const packedSky = packSky(sky, scene.floor.y > -Infinity, scene.floor.cyclorama);
  const [minX, , minZ, maxX, , maxZ] = acceleration.bounds;
  const reach = FLOOR_REACH + Math.max(0, maxX - minX, maxZ - minZ) / 2;
  const areaLights = packAreaLights(scene.lights ?? [], sky, acceleration.bounds, scene.floor.y, reach);
  const floorCentre = [(minX + maxX) / 2, scene.floor.y, (minZ + maxZ) / 2] as const;
  const punctualLights = packPunctualLights(scene.punctualLights ?? [], floorCentre);
  const cyclorama = packCyclorama(scene);
  const wall = scene.floor.cyclorama?.material ?? -1;
  const lamps = packLamps(geometry, materials, scene.textures);
  const hasColours = geometry.colours !== null;
  const sets = new Set(materials.flatMap((m) => slotsOf(m).map((slot) => slot?.uvSet)));
  const uvs = ([geometry.uv1, geometry.uv2, geometry.uv3] as const).map((uv, i) =>
    sets.has((i + 1) as UvSet) ? uv : undefined,
  );
  const usesTangents = materials.some(
    (m) => m.normalMap !== null || m.clearcoatNormalMap !== null || m.anisotropy > 0,
  );
  const room = new Room();
  // 1. Lay the block out.
  const tree = room.take(acceleration.tree.byteLength);
  const triangles = room.take(geometry.indices.byteLength);
  const triangleMaterials = room.take(geometry.materialOfTriangle.byteLength);
  const vertices = room.take((geometry.positions.length / 3) * L.VERTEX_BYTES);
  const uvPlaces = uvs.map((uv) => (uv === undefined ? 0 : room.take(uv.byteLength)));
  const tangents = usesTangents && geometry.tangents ? room.take(geometry.tangents.byteLength) : 0;
  const colours = geometry.colours ? room.take(geometry.colours.byteLength) : 0;
  const materialRecords = room.take(materials.length * L.MATERIAL_BYTES);
  const textures = room.take(scene.textures.length * L.TEXTURE_BYTES);
  const texels = scene.textures.map((texture) => room.take(levelBytes(texture)));
  const byteTables = room.take(2 * 256 * 4);
  const skyRadiance = room.take(sky.radiance.byteLength);
  const marginal = room.take(packedSky.marginal.byteLength);
  const marginalGuide = room.take(packedSky.marginalGuide.byteLength);
  const rows = room.take(packedSky.rows.byteLength);
  const rowGuides = room.take(packedSky.rowGuides.byteLength);
  const energy = room.take(L.ENERGY_SIZE ** 2 * 8);
  const sheenEnergy = room.take(L.ENERGY_SIZE ** 2 * 4);
  const lampTriangles = lamps && room.take(lamps.triangles.byteLength);
  const lampShares = lamps && room.take(lamps.shares.byteLength);
  const lampDensities = lamps && room.take(lamps.densities.byteLength);
  const areaLightRecords = areaLights && room.take(areaLights.records.byteLength);
  const floorLight = areaLights && room.take(areaLights.floorLight.byteLength);
  const punctualRecords = punctualLights && room.take(punctualLights.records.byteLength);
  const cycloramaRecord = cyclorama && room.take(L.CYCLORAMA_BYTES + cyclorama.table.byteLength);
  const filterOffsets = room.take((L.PIXEL_FILTER_STEPS + 1) * 4);
  const labels = packLabels(scene.labels ?? []);
  const labelRecords = labels && room.take(labels.byteLength);
  // 2. Copy the arrays.
  const bytes = new Uint8Array(room.size);
  const copy = (at: number, source: ArrayBufferView | ArrayBuffer) => {
    if (source instanceof ArrayBuffer) bytes.set(new Uint8Array(source), at);
    else bytes.set(new Uint8Array(source.buffer, source.byteOffset, source.byteLength), at);
  };
  copy(tree, acceleration.tree);
  const flags = materials.map((m) => materialFlags(m, hasColours));
  const isOpen = findOpenMaterials(geometry, materials.length);
  const marks = flags.map((f, i) => {
    const culled = f & (L.F_DOUBLE_SIDED | L.F_SOLID) ? 0 : L.CULLED_BIT;
    if (f & L.F_SEE_THROUGH) return culled | L.SEE_THROUGH_BIT;
    return culled | (!(f & L.F_DOUBLE_SIDED) && isOpen[i] && i !== wall ? L.ONE_SIDED_BIT : 0);
  });
  markTriangles(
    new Int32Array(bytes.buffer, tree, acceleration.tree.byteLength >> 2),
    (triangle) => marks[geometry.materialOfTriangle[triangle]!] ?? 0,
  );
  copy(triangles, geometry.indices);
  copy(triangleMaterials, geometry.materialOfTriangle);
  interleave(geometry, new Float32Array(bytes.buffer, vertices, (geometry.positions.length / 3) * 8));
  uvs.forEach((uv, i) => {
    if (uv !== undefined) copy(uvPlaces[i]!, uv);
  });
  if (tangents && geometry.tangents) copy(tangents, geometry.tangents);
  if (geometry.colours) copy(colours, geometry.colours);
  packMaterials(materials, hasColours, bytes, materialRecords);
  if (cyclorama && cycloramaRecord) {
    copy(cycloramaRecord, cyclorama.record);
    copy(cycloramaRecord + L.CYCLORAMA_BYTES, cyclorama.table);
    const at = materialRecords + wall * L.MATERIAL_BYTES + L.M_FLAGS;
    new Uint32Array(bytes.buffer)[at >> 2]! |= L.F_CYCLORAMA;
  }
  const srgb = createSrgbTables();
  scene.textures.forEach((texture, i) => {
    copy(texels[i]!, texture.rgba);
    writeLevels(texture, bytes, texels[i]!, srgb);
    const record = [texels[i]!, texture.widthPx, texture.heightPx, textureFlags(texture)];
    copy(textures + i * L.TEXTURE_BYTES, Uint32Array.from(record));
  });
  copy(byteTables, byteToLinear());
  copy(skyRadiance, sky.radiance);
  copy(marginal, packedSky.marginal);
  copy(marginalGuide, packedSky.marginalGuide);
  copy(rows, packedSky.rows);
  copy(rowGuides, packedSky.rowGuides);
  copy(energy, integrateEnergy());
  const hasSheen = materials.some((m) => m.sheenColour.some((c) => c > 0));
  if (hasSheen) copy(sheenEnergy, integrateSheenEnergy());
  if (lampTriangles && lampShares && lampDensities) {
    copy(lampTriangles, lamps.triangles);
    copy(lampShares, lamps.shares);
    copy(lampDensities, lamps.densities);
  }
  if (areaLightRecords && floorLight) {
    copy(areaLightRecords, areaLights.records);
    copy(floorLight, areaLights.floorLight);
  }
  if (punctualRecords) copy(punctualRecords, punctualLights.records);
  copy(filterOffsets, pixelFilter());
  if (labels && labelRecords) copy(labelRecords, labels);
  // 3. Write the header.
  const words = new Uint32Array(bytes.buffer, 0, L.HEADER_DOUBLES >> 2);
  const word = (at: number, value: number) => {
    words[at >> 2] = value;
  };
  word(L.H_TREE, tree);
  word(L.H_TRIANGLES, triangles);
  word(L.H_TRIANGLE_MATERIALS, triangleMaterials);
  word(L.H_VERTICES, vertices);
  [L.H_UV1, L.H_UV2, L.H_UV3].forEach((at, i) => {
    word(at, uvPlaces[i]!);
  });
  word(L.H_TANGENTS, tangents);
  word(L.H_COLOURS, colours);
  word(L.H_MATERIALS, materialRecords);
  word(L.H_TEXTURES, textures);
  word(L.H_BYTE_TABLES, byteTables);
  word(L.H_SKY, skyRadiance);
  word(L.H_SKY_MARGINAL, marginal);
  word(L.H_SKY_MARGINAL_GUIDE, marginalGuide);
  word(L.H_SKY_ROWS, rows);
  word(L.H_SKY_ROW_GUIDES, rowGuides);
  word(L.H_ENERGY, energy);
  word(L.H_SHEEN_ENERGY, sheenEnergy);
  word(L.H_SKY_WIDTH, sky.widthPx);
  word(L.H_SKY_HEIGHT, sky.heightPx);
  word(L.H_WIDTH, scene.camera.widthPx);
  word(L.H_HEIGHT, scene.camera.heightPx);
  word(L.H_MAX_BOUNCES, limits.maxBounces);
  word(L.H_ESTIMATOR, ['both', 'sky', 'surface'].indexOf(limits.estimator));
  word(L.H_HAS_FLOOR, scene.floor.y > -Infinity && scene.floor.cyclorama === undefined ? 1 : 0);
  word(L.H_HAS_SEE_THROUGH, flags.some((f) => (f & L.F_SEE_THROUGH) !== 0) ? 1 : 0);
  word(L.H_HAS_SOLID, flags.some((f) => (f & L.F_SOLID) !== 0) ? 1 : 0);
  word(L.H_BLOCK_BYTES, bytes.byteLength);
  word(L.H_HAS_TEXTURE_FRAME, scene.textureFrame === null ? 0 : 1);
  word(L.H_LAMPS, lampTriangles ?? 0);
  word(L.H_LAMP_SHARES, lampShares ?? 0);
  word(L.H_LAMP_DENSITIES, lampDensities ?? 0);
  word(L.H_LAMP_COUNT, lamps?.triangles.length ?? 0);
  word(L.H_AREA_LIGHTS, areaLightRecords ?? 0);
  word(L.H_AREA_LIGHT_COUNT, scene.lights?.length ?? 0);
  word(L.H_FLOOR_LIGHT, floorLight ?? 0);
  word(L.H_PUNCTUAL_LIGHTS, punctualRecords ?? 0);
  word(L.H_PUNCTUAL_LIGHT_COUNT, punctualLights?.count ?? 0);
  word(L.H_PIXEL_FILTER, filterOffsets);
  word(L.H_SPLITS_REFLECTION, splitsReflection ? 1 : 0);
  word(L.H_CYCLORAMA, cycloramaRecord ?? 0);
  word(L.H_LABELS, labelRecords ?? 0);
  const doubles = new Float64Array(bytes.buffer, L.HEADER_DOUBLES, 64);
  // What is shown as it is does not get brighter by the lights of a file.
  const ownIrradiance = addTriples(packedSky.irradiance, areaLights?.irradiance ?? [0, 0, 0]);
  const floorIrradiance = addTriples(ownIrradiance, punctualLights?.irradiance ?? [0, 0, 0]);
  const floorWhite = luminance(...floorIrradiance) / Math.PI;
  const white = floorWhite > 0 ? floorWhite : 1;
  doubles[L.D_FLOOR_Y] = scene.floor.y > -Infinity ? scene.floor.y : 0;
  doubles.set(scene.floor.bounceColour, L.D_FLOOR_COLOUR);
  doubles[L.D_FLOOR_REFLECTION] = scene.floor.reflection;
  doubles[L.D_FLOOR_ALPHA] = alphaOf(scene.floor);
  doubles[L.D_FLOOR_CENTRE_X] = (minX + maxX) / 2;
  doubles[L.D_FLOOR_CENTRE_Z] = (minZ + maxZ) / 2;
  doubles[L.D_FLOOR_RADIUS_SQUARED] = geometry.indices.length > 0 ? reach * reach : -1;
  doubles[L.D_TABLE_RADIUS_SQUARED] = (TABLE_RADIUS * rigPlace(acceleration.bounds).radius) ** 2;
  doubles.set(packedSky.irradiance, L.D_FLOOR_IRRADIANCE);
  doubles[L.D_CLAMP] = limits.indirectClamp * white;
  doubles[L.D_WHITE] = luminance(...ownIrradiance) / Math.PI;
  doubles[L.D_OFFSET] = RAY_OFFSET;
  doubles[L.D_SKY_POWER] = areaLights?.skyPower ?? 0;
  doubles[L.D_FLOOR_CELL] = (2 * reach) / (L.FLOOR_LIGHT_SIDE - 1);
  if (scene.textureFrame !== null) writeTextureFrame(scene.textureFrame, doubles);
  writeCamera(scene.camera, doubles);
  const { widthPx, heightPx } = scene.camera;
  return { bytes, widthPx, heightPx, floorIrradiance, white, splitsReflection };
}

/** In steps, so that the roughness of a polished table gives what it always gave, and never so sharp that it is lost. */
function alphaOf({ roughness = 0.2 }: TracerScene['floor']): number {
  return Math.max(1e-4, Math.round(roughness * roughness * 1e6) / 1e6);
}

/** Hands out places in the block, each on a cache line. */
class Room {
  size = L.HEADER_BYTES;

  take(bytes: number): number {
    const at = this.size;
    this.size = at + ((bytes + 63) & ~63);
    return at;
  }
}

function writeTextureFrame({ fromStage, toStage }: TextureFrame, doubles: Float64Array): void {
  for (let column = 0; column < 4; column++) {
    const at = (matrix: readonly number[]) => matrix.slice(column * 4, column * 4 + 3);
    doubles.set(at(fromStage), L.D_TEXTURE_FROM_STAGE + column * 3);
    if (column < 3) doubles.set(at(toStage), L.D_TEXTURE_TO_STAGE + column * 3);
  }
}

type Triple = readonly [number, number, number];

function addTriples(a: Triple, b: Triple): Triple {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
