import { frameLabel, LABEL_MIN_FACING, type Label } from '../../../contract/scene/label.ts';
import { cross, dot, scale, subtract, unit, type Vector3 } from '../../../contract/scene/vector3.ts';

/** A corner of what is cut: as the mesh has it, as the label sees it, and where it lies in the picture. */
interface Corner {
  /** Of the mesh's own frame, six numbers: position and normal. */
  readonly own: readonly number[];
  /** Of the normalised frame. */
  readonly at: Vector3;
  /** Picture coordinates, 0 to 1 within it, from its left and top as glTF counts them. */
  readonly u: number;
  readonly v: number;
}

/** Triangles of a mesh in its own frame, and the same places in the normalised frame. */
export interface CutMesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array | null;
  readonly places: Float32Array;
  readonly indices: Uint32Array;
  /** The places are mirrored, so that triangles are seen from their other side. */
  readonly isMirrored: boolean;
}

/** What of a mesh lies under a label: three corners a triangle, in the mesh's own frame. */
export interface LabelCut {
  readonly positions: number[];
  readonly normals: number[];
  readonly uvs: number[];
}

/** A wrapped label is cut into strips as wide as this angle, along which its picture is stretched straight: 5 degrees. */
const STRIP_RADIANS = Math.PI / 36;

/** Cuts what lies under a label out of a mesh, by the formula of `frameLabel`, to the label's edges. */
export function cutLabel(mesh: CutMesh, label: Label): LabelCut {
  const cut: LabelCut = { positions: [], normals: [], uvs: [] };
  const spread = spreadOf(label);
  for (let face = 0; face + 2 < mesh.indices.length; face += 3) {
    const corners = [0, 1, 2].map((k) => cornerOf(mesh, mesh.indices[face + k] ?? 0));
    const [a, b, c] = corners.map(({ at }) => at);
    if (a === undefined || b === undefined || c === undefined) continue;
    const out = unit(cross(subtract(b, a), subtract(c, a)));
    if (out === null) continue;
    const own = mesh.normals === null ? ownNormal(corners) : null;
    const ready =
      own === null ? corners : corners.map((one) => ({ ...one, own: [...one.own.slice(0, 3), ...own] }));
    for (const piece of spread(ready, mesh.isMirrored ? scale(out, -1) : out)) add(cut, clip(piece));
  }
  return cut;
}

/** Pieces of a triangle with picture coordinates; none where it looks away from the label or lies beside its depth. */
function spreadOf(label: Label): (corners: readonly Corner[], out: Vector3) => readonly Corner[][] {
  const { origin, right, up, normal } = frameLabel(label);
  const { radius, depth, width, height, rotationRadians } = label;
  const [c, k] = [Math.cos(rotationRadians), Math.sin(rotationRadians)];
  const put = (corner: Corner, s: number, t: number): Corner => ({
    ...corner,
    u: 0.5 + (s * c + t * k) / width,
    v: 0.5 - (t * c - s * k) / height,
  });
  const coordinates = ({ at }: Corner): readonly [x: number, y: number, z: number] => {
    const from = subtract(at, origin);
    return [dot(from, right), dot(from, up), dot(from, normal)];
  };
  if (label.projection === 'flat') {
    return (corners, out) => {
      if (dot(out, normal) < LABEL_MIN_FACING) return [];
      const above = cutBy(corners, (corner) => coordinates(corner)[2] + depth);
      const piece = cutBy(above, (corner) => depth - coordinates(corner)[2]);
      return [piece.map((corner) => put(corner, ...flatOf(coordinates(corner))))];
    };
  }
  const reach = Math.min(Math.PI, Math.hypot(width, height) / 2 / radius);
  const strips = Math.ceil(reach / STRIP_RADIANS);
  return (corners, out) => {
    const pieces: Corner[][] = [];
    for (let strip = -strips; strip < strips; strip++) {
      const middle = (strip + 0.5) * STRIP_RADIANS;
      const [mc, ms] = [Math.cos(middle), Math.sin(middle)];
      const facing = dot(out, right) * ms + dot(out, normal) * mc;
      if (facing < LABEL_MIN_FACING) continue;
      // Sideways of the strip's middle, and away from the line.
      const aside = (corner: Corner): number => coordinates(corner)[0] * mc - coordinates(corner)[2] * ms;
      const away = (corner: Corner): number => coordinates(corner)[0] * ms + coordinates(corner)[2] * mc;
      const slope = Math.tan(STRIP_RADIANS / 2);
      const piece = [
        (corner: Corner) => away(corner) - Math.max(0, radius - depth),
        (corner: Corner) => radius + depth - away(corner),
        (corner: Corner) => away(corner) * slope - aside(corner),
        (corner: Corner) => away(corner) * slope + aside(corner),
      ].reduce<readonly Corner[]>(cutBy, corners);
      pieces.push(
        piece.map((corner) => {
          const angle = middle + Math.atan2(aside(corner), away(corner));
          return put(corner, radius * angle, coordinates(corner)[1]);
        }),
      );
    }
    return pieces;
  };
}

function flatOf([x, y]: readonly [number, number, number]): [s: number, t: number] {
  return [x, y];
}

function clip(piece: readonly Corner[]): readonly Corner[] {
  return [
    ({ u }: Corner) => u,
    ({ u }: Corner) => 1 - u,
    ({ v }: Corner) => v,
    ({ v }: Corner) => 1 - v,
  ].reduce<readonly Corner[]>(cutBy, piece);
}

/** The part of a convex polygon where a linear function is not negative (Sutherland and Hodgman, 1974). */
function cutBy(polygon: readonly Corner[], inside: (corner: Corner) => number): readonly Corner[] {
  const kept: Corner[] = [];
  for (const [index, corner] of polygon.entries()) {
    const next = polygon[(index + 1) % polygon.length] ?? corner;
    const [here, there] = [inside(corner), inside(next)];
    if (here >= 0) kept.push(corner);
    if (here >= 0 !== there >= 0) kept.push(between(corner, next, here / (here - there)));
  }
  return kept.length < 3 ? [] : kept;
}

function between(a: Corner, b: Corner, share: number): Corner {
  const mix = (from: number, to: number): number => from + (to - from) * share;
  return {
    own: a.own.map((value, at) => mix(value, b.own[at] ?? 0)),
    at: [mix(a.at[0], b.at[0]), mix(a.at[1], b.at[1]), mix(a.at[2], b.at[2])],
    u: mix(a.u, b.u),
    v: mix(a.v, b.v),
  };
}

function add(cut: LabelCut, polygon: readonly Corner[]): void {
  for (let k = 1; k + 1 < polygon.length; k++) {
    for (const corner of [polygon[0], polygon[k], polygon[k + 1]]) {
      if (corner === undefined) continue;
      cut.positions.push(...corner.own.slice(0, 3));
      cut.normals.push(...corner.own.slice(3));
      cut.uvs.push(corner.u, corner.v);
    }
  }
}

function cornerOf({ positions, normals, places }: CutMesh, index: number): Corner {
  const three = (from: Float32Array): Vector3 => [
    from[index * 3] ?? 0,
    from[index * 3 + 1] ?? 0,
    from[index * 3 + 2] ?? 0,
  ];
  const own = [...three(positions), ...(normals === null ? [0, 0, 1] : three(normals))];
  return { own, at: three(places), u: 0, v: 0 };
}

function ownNormal(corners: readonly Corner[]): Vector3 {
  const [a, b, c] = corners.map(({ own: [x = 0, y = 0, z = 0] }): Vector3 => [x, y, z]);
  if (a === undefined || b === undefined || c === undefined) return [0, 0, 1];
  return unit(cross(subtract(b, a), subtract(c, a))) ?? [0, 0, 1];
}
