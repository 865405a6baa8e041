import * as L from '../../../src/tracer/kernel/layout.ts';
import type { PackedScene } from '../../../src/tracer/scene/pack-scene.ts';

/** A packed scene seen through typed arrays. Offsets are bytes from the block's start; 0 is absent. */
export class Block {
  readonly u8: Uint8Array;
  readonly u16: Uint16Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly tree: number;
  readonly triangles: number;
  readonly triangleMaterials: number;
  readonly vertices: number;
  readonly uv1s: number;
  readonly uv2s: number;
  readonly uv3s: number;
  readonly tangents: number;
  readonly colours: number;
  readonly materials: number;
  readonly textures: number;
  readonly byteTables: number;
  readonly sky: number;
  readonly skyMarginal: number;
  readonly skyMarginalGuide: number;
  readonly skyRows: number;
  readonly skyRowGuides: number;
  readonly energy: number;
  readonly sheenEnergy: number;
  readonly lamps: number;
  readonly lampShares: number;
  readonly lampDensities: number;
  readonly lampCount: number;
  readonly areaLights: number;
  readonly floorLight: number;
  readonly pixelFilter: number;
  readonly labels: number;
  readonly areaLightCount: number;
  readonly cyclorama: number;
  readonly punctualLights: number;
  readonly punctualLightCount: number;
  readonly skyWidth: number;
  readonly skyHeight: number;
  readonly width: number;
  readonly height: number;
  readonly maxBounces: number;
  readonly estimator: number;
  readonly hasFloor: boolean;
  readonly hasSeeThrough: boolean;
  readonly hasSolid: boolean;
  readonly hasTextureFrame: boolean;
  readonly floorY: number;
  readonly tableX: number;
  readonly tableZ: number;
  readonly tableSquared: number;
  readonly offset: number;
  readonly clamp: number;
  /** Start of the block, for the texel offsets of texture records. */
  readonly block = 0;

  constructor(packed: PackedScene) {
    const { buffer, byteOffset, byteLength } = packed.bytes;
    this.u8 = packed.bytes;
    this.u16 = new Uint16Array(buffer, byteOffset, byteLength >> 1);
    this.u32 = new Uint32Array(buffer, byteOffset, byteLength >> 2);
    this.i32 = new Int32Array(buffer, byteOffset, byteLength >> 2);
    this.f32 = new Float32Array(buffer, byteOffset, byteLength >> 2);
    this.f64 = new Float64Array(buffer, byteOffset, byteLength >> 3);
    const word = (at: number) => this.u32[at >> 2]!;
    this.tree = word(L.H_TREE);
    this.triangles = word(L.H_TRIANGLES);
    this.triangleMaterials = word(L.H_TRIANGLE_MATERIALS);
    this.vertices = word(L.H_VERTICES);
    this.uv1s = word(L.H_UV1);
    this.uv2s = word(L.H_UV2);
    this.uv3s = word(L.H_UV3);
    this.tangents = word(L.H_TANGENTS);
    this.colours = word(L.H_COLOURS);
    this.materials = word(L.H_MATERIALS);
    this.textures = word(L.H_TEXTURES);
    this.byteTables = word(L.H_BYTE_TABLES);
    this.sky = word(L.H_SKY);
    this.skyMarginal = word(L.H_SKY_MARGINAL);
    this.skyMarginalGuide = word(L.H_SKY_MARGINAL_GUIDE);
    this.skyRows = word(L.H_SKY_ROWS);
    this.skyRowGuides = word(L.H_SKY_ROW_GUIDES);
    this.energy = word(L.H_ENERGY);
    this.sheenEnergy = word(L.H_SHEEN_ENERGY);
    this.lamps = word(L.H_LAMPS);
    this.lampShares = word(L.H_LAMP_SHARES);
    this.lampDensities = word(L.H_LAMP_DENSITIES);
    this.lampCount = word(L.H_LAMP_COUNT);
    this.areaLights = word(L.H_AREA_LIGHTS);
    this.floorLight = word(L.H_FLOOR_LIGHT);
    this.pixelFilter = word(L.H_PIXEL_FILTER);
    this.labels = word(L.H_LABELS);
    this.areaLightCount = word(L.H_AREA_LIGHT_COUNT);
    this.punctualLights = word(L.H_PUNCTUAL_LIGHTS);
    this.punctualLightCount = word(L.H_PUNCTUAL_LIGHT_COUNT);
    this.skyWidth = word(L.H_SKY_WIDTH);
    this.skyHeight = word(L.H_SKY_HEIGHT);
    this.width = word(L.H_WIDTH);
    this.height = word(L.H_HEIGHT);
    this.maxBounces = word(L.H_MAX_BOUNCES);
    this.estimator = word(L.H_ESTIMATOR);
    this.cyclorama = this.estimator === 0 ? word(L.H_CYCLORAMA) : 0;
    this.hasFloor = word(L.H_HAS_FLOOR) !== 0;
    this.hasSeeThrough = word(L.H_HAS_SEE_THROUGH) !== 0;
    this.hasSolid = word(L.H_HAS_SOLID) !== 0;
    this.hasTextureFrame = word(L.H_HAS_TEXTURE_FRAME) !== 0;
    this.floorY = this.double(L.D_FLOOR_Y);
    this.tableX = this.double(L.D_FLOOR_CENTRE_X);
    this.tableZ = this.double(L.D_FLOOR_CENTRE_Z);
    this.tableSquared = this.double(L.D_TABLE_RADIUS_SQUARED);
    this.offset = this.double(L.D_OFFSET);
    this.clamp = this.double(L.D_CLAMP);
  }

  /** A header double by its number. */
  double(index: number): number {
    return this.f64[(L.HEADER_DOUBLES >> 3) + index]!;
  }

  isOnTable(x: number, z: number): boolean {
    const [awayX, awayZ] = [x - this.tableX, z - this.tableZ];
    return awayX * awayX + awayZ * awayZ <= this.tableSquared;
  }
}
