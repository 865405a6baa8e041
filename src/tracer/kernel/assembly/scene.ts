import * as L from '../layout.ts';

/** Addresses of this instance. Memory may be shared by several workers, globals never are. */
export let scratch: usize = 0;
export let block: usize = 0;
export let sums: usize = 0;
export let tree: usize = 0;
export let triangles: usize = 0;
export let triangleMaterials: usize = 0;
export let vertices: usize = 0;
export let uv1s: usize = 0;
export let uv2s: usize = 0;
export let uv3s: usize = 0;
export let tangents: usize = 0;
export let colours: usize = 0;
export let materials: usize = 0;
export let textures: usize = 0;
export let byteTables: usize = 0;
export let sky: usize = 0;
export let skyMarginal: usize = 0;
export let skyMarginalGuide: usize = 0;
export let skyRows: usize = 0;
export let skyRowGuides: usize = 0;
export let energy: usize = 0;
export let sheenEnergy: usize = 0;
export let lamps: usize = 0;
export let lampShares: usize = 0;
export let lampDensities: usize = 0;
export let lampCount: i32 = 0;
export let areaLights: usize = 0;
export let floorLight: usize = 0;
export let pixelFilter: usize = 0;
/** Labels; 0 when there are none. */
export let labels: usize = 0;
export let areaLightCount: i32 = 0;
/** The cyclorama; 0 when there is none, and where light is found in one way alone. */
export let cyclorama: usize = 0;
/** Lights of the file; 0 when there are none. */
export let punctualLights: usize = 0;
export let punctualLightCount: i32 = 0;
export let skyWidth: i32 = 0;
export let skyHeight: i32 = 0;
export let width: i32 = 0;
export let height: i32 = 0;
/** The rows that have sums: the first of them, and their pixels. */
export let bandTop: i32 = 0;
export let bandPixels: i32 = 0;
export let maxBounces: i32 = 0;
export let estimator: i32 = 0;
export let hasFloor: bool = false;
export let hasSeeThrough: bool = false;
export let hasSolid: bool = false;
export let hasTextureFrame: bool = false;
export let splitsReflection: bool = false;
export let floorY: f64 = 0;
/** Of the floor that hides lights below it, see {@link isOnTable}. */
let tableX: f64 = 0;
let tableZ: f64 = 0;
let tableSquared: f64 = 0;
export let offset: f64 = 0;
export let clamp: f64 = 0;

function at(word: i32): usize {
  const bytes = load<u32>(block + <usize>word);
  return bytes == 0 ? 0 : block + <usize>bytes;
}

export function double(index: i32): f64 {
  return load<f64>(block + L.HEADER_DOUBLES + ((<usize>index) << 3));
}

export function openScene(scratchAt: usize, blockAt: usize, sumsAt: usize): void {
  scratch = scratchAt;
  block = blockAt;
  sums = sumsAt;
  tree = at(L.H_TREE);
  triangles = at(L.H_TRIANGLES);
  triangleMaterials = at(L.H_TRIANGLE_MATERIALS);
  vertices = at(L.H_VERTICES);
  uv1s = at(L.H_UV1);
  uv2s = at(L.H_UV2);
  uv3s = at(L.H_UV3);
  tangents = at(L.H_TANGENTS);
  colours = at(L.H_COLOURS);
  materials = at(L.H_MATERIALS);
  textures = at(L.H_TEXTURES);
  byteTables = at(L.H_BYTE_TABLES);
  sky = at(L.H_SKY);
  skyMarginal = at(L.H_SKY_MARGINAL);
  skyMarginalGuide = at(L.H_SKY_MARGINAL_GUIDE);
  skyRows = at(L.H_SKY_ROWS);
  skyRowGuides = at(L.H_SKY_ROW_GUIDES);
  energy = at(L.H_ENERGY);
  sheenEnergy = at(L.H_SHEEN_ENERGY);
  lamps = at(L.H_LAMPS);
  lampShares = at(L.H_LAMP_SHARES);
  lampDensities = at(L.H_LAMP_DENSITIES);
  lampCount = load<i32>(block + L.H_LAMP_COUNT);
  areaLights = at(L.H_AREA_LIGHTS);
  floorLight = at(L.H_FLOOR_LIGHT);
  pixelFilter = at(L.H_PIXEL_FILTER);
  labels = at(L.H_LABELS);
  areaLightCount = load<i32>(block + L.H_AREA_LIGHT_COUNT);
  punctualLights = at(L.H_PUNCTUAL_LIGHTS);
  punctualLightCount = load<i32>(block + L.H_PUNCTUAL_LIGHT_COUNT);
  skyWidth = load<i32>(block + L.H_SKY_WIDTH);
  skyHeight = load<i32>(block + L.H_SKY_HEIGHT);
  width = load<i32>(block + L.H_WIDTH);
  height = load<i32>(block + L.H_HEIGHT);
  maxBounces = load<i32>(block + L.H_MAX_BOUNCES);
  estimator = load<i32>(block + L.H_ESTIMATOR);
  cyclorama = estimator == 0 ? at(L.H_CYCLORAMA) : 0;
  hasFloor = load<i32>(block + L.H_HAS_FLOOR) != 0;
  hasSeeThrough = load<i32>(block + L.H_HAS_SEE_THROUGH) != 0;
  hasSolid = load<i32>(block + L.H_HAS_SOLID) != 0;
  hasTextureFrame = load<i32>(block + L.H_HAS_TEXTURE_FRAME) != 0;
  splitsReflection = load<i32>(block + L.H_SPLITS_REFLECTION) != 0;
  floorY = double(L.D_FLOOR_Y);
  tableX = double(L.D_FLOOR_CENTRE_X);
  tableZ = double(L.D_FLOOR_CENTRE_Z);
  tableSquared = double(L.D_TABLE_RADIUS_SQUARED);
  offset = double(L.D_OFFSET);
  clamp = double(L.D_CLAMP);
}

/**
 * Whether a place of the floor hides lights that hang below it. Beyond the table that a product stands on they shine past
 * its edge, as in a studio: else the upright sides of a product would mirror nothing but floor.
 */
export function isOnTable(x: f64, z: f64): bool {
  const awayX = x - tableX,
    awayZ = z - tableZ;
  return awayX * awayX + awayZ * awayZ <= tableSquared;
}

/** Says which rows of the picture the sums are of. */
export function openRows(top: i32, rows: i32): void {
  bandTop = top;
  bandPixels = width * rows;
}
