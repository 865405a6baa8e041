import * as L from '../kernel/layout.ts';
import { materialFlags } from '../scene/pack-materials.ts';
import type {
  SceneGeometry,
  SceneMaterial,
  SceneTexture,
  TextureSlot,
  TextureWrap,
  TracerScene,
} from '../scene.ts';
import type { Surfaces, Triple } from './measure-surfaces.ts';

/**
 * How much of the product that is seen is glass, 0 to 1: of each of its pixels the share of light that comes through there, by factors and
 * maps as the kernel has it (`assembly/surface/bsdf.ts`), so that neither metal nor what a map leaves out counts.
 *
 * @param surfaces Of the scene. @param widthPx Of one of their rows.
 */
export function measureGlass(
  { depth, triangle, position, toward }: Surfaces,
  { geometry, materials, textures }: Pick<TracerScene, 'geometry' | 'materials' | 'textures'>,
  widthPx: number,
): number {
  const clear = materials.map((one) => (materialFlags(one, false) & L.F_TRANSMISSIVE) !== 0);
  let [all, glass] = [0, 0];
  for (const [at, met] of triangle.entries()) {
    if (met === 0) continue;
    all++;
    const number = geometry.materialOfTriangle[met - 1] ?? 0;
    const material = materials[number];
    if (material === undefined || !clear[number]) continue;
    const seen = toward(at % widthPx, Math.floor(at / widthPx));
    const along = (k: 0 | 1 | 2): number => position[k] + seen[k] * (depth[at] ?? 0);
    const point: Triple = [along(0), along(1), along(2)];
    const read = (slot: TextureSlot | null, channel: 0 | 2): number =>
      slot === null ? 1 : readSlot(slot, channel, textures, geometry, met - 1, point);
    glass += lightThrough(material, read);
  }
  return all === 0 ? 0 : glass / all;
}

function lightThrough(
  { transmission, transmissionMap, metalness, metalRoughMap }: SceneMaterial,
  read: (slot: TextureSlot | null, channel: 0 | 2) => number,
): number {
  return transmission * read(transmissionMap, 0) * (1 - metalness * read(metalRoughMap, 2));
}

/** A channel of the nearest texel of a linear texture, 0 to 1. */
function readSlot(
  { texture, uvSet, transform: [a, b, c, d, e, f] }: TextureSlot,
  channel: number,
  textures: readonly SceneTexture[],
  { positions, indices, uv0, uv1, uv2, uv3 }: SceneGeometry,
  triangle: number,
  point: Triple,
): number {
  const picture = textures[texture];
  const sets = [uv0, uv1, uv2, uv3][uvSet];
  if (picture === undefined || sets === undefined) return 1;
  const corners = [0, 1, 2].map((corner) => indices[triangle * 3 + corner] ?? 0);
  const [first, second, third] = corners.map((vertex): Triple => {
    const of = (k: number) => positions[vertex * 3 + k] ?? 0;
    return [of(0), of(1), of(2)];
  }) as [Triple, Triple, Triple];
  const shares = barycentric(point, first, second, third);
  const coordinate = (k: number): number =>
    shares.reduce((sum, share, corner) => sum + share * (sets[(corners[corner] ?? 0) * 2 + k] ?? 0), 0);
  const [u, v] = [coordinate(0), coordinate(1)];
  const { widthPx, heightPx, wrapS, wrapT, rgba } = picture;
  const x = wrap(a * u + b * v + e, wrapS, widthPx);
  const y = wrap(c * u + d * v + f, wrapT, heightPx);
  return (rgba[(y * widthPx + x) * 4 + channel] ?? 255) / 255;
}

/** How much of a point is each corner's; of a triangle without an area the first one's. */
function barycentric(point: Triple, first: Triple, second: Triple, third: Triple): Triple {
  const less = (one: Triple, other: Triple): Triple => [
    one[0] - other[0],
    one[1] - other[1],
    one[2] - other[2],
  ];
  const dot = (one: Triple, other: Triple): number =>
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
  const [to2, to3, to] = [less(second, first), less(third, first), less(point, first)];
  const [d22, d23, d33] = [dot(to2, to2), dot(to2, to3), dot(to3, to3)];
  const area = d22 * d33 - d23 * d23;
  if (!(area > 0)) return [1, 0, 0];
  const of2 = (d33 * dot(to, to2) - d23 * dot(to, to3)) / area;
  const of3 = (d22 * dot(to, to3) - d23 * dot(to, to2)) / area;
  return [1 - of2 - of3, of2, of3];
}

function wrap(at: number, by: TextureWrap, size: number): number {
  const turn = at - Math.floor(at);
  const inside =
    by === 'clamp' ? at : by === 'repeat' || Math.abs(Math.floor(at)) % 2 === 0 ? turn : 1 - turn;
  return Math.min(size - 1, Math.max(0, Math.floor(inside * size)));
}
