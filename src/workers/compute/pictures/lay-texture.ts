import { projectTriplanar } from '../../../contract/scene/triplanar.ts';
import { add, cross, subtract, type Vector3 } from '../../../contract/scene/vector3.ts';

/** Triangles of one primitive in the texture frame, three numbers a vertex. */
export interface LaidSurface {
  readonly positions: Float32Array;
  /** Null for flat triangles. */
  readonly normals: Float32Array | null;
  readonly indices: Uint32Array;
}

/** Vertices that were doubled where a texture changes its direction, with coordinates. */
export interface LaidVertices {
  /** Which vertex of the surface each new one repeats. */
  readonly sources: Uint32Array;
  /** Two numbers a vertex, v growing downwards as glTF has it. */
  readonly uvs: Float32Array;
  readonly indices: Uint32Array;
}

/**
 * Texture coordinates that come as near to the triplanar projection (contract/scene/triplanar.ts) as one set can: every
 * triangle takes the projection it faces most. Where two of them meet the stage blends and the file has a seam.
 *
 * @param tileSize Width of a tile, units of the texture frame.
 */
export function layTexture(surface: LaidSurface, tileSize: number, rotationRadians: number): LaidVertices {
  const { positions, indices } = surface;
  const sources: number[] = [];
  const uvs: number[] = [];
  const known = new Map<number, number>();
  const out = new Uint32Array(indices.length);
  for (let first = 0; first + 2 < indices.length; first += 3) {
    const normal = faceNormal(surface, first);
    const axis = normal.reduce(
      (best, value, i) => (Math.abs(value) > Math.abs(normal[best] ?? 0) ? i : best),
      0,
    );
    const side = axis * 2 + ((normal[axis] ?? 0) < 0 ? 1 : 0);
    for (let corner = first; corner < first + 3; corner++) {
      const vertex = indices[corner] ?? 0;
      const key = vertex * 6 + side;
      let made = known.get(key);
      if (made === undefined) {
        made = sources.length;
        known.set(key, made);
        sources.push(vertex);
        const place = [0, 1, 2].map((k) => positions[vertex * 3 + k] ?? 0) as unknown as Vector3;
        const projection = projectTriplanar(place, normal, tileSize, rotationRadians)[axis];
        uvs.push(projection?.u ?? 0, 1 - (projection?.v ?? 0));
      }
      out[corner] = made;
    }
  }
  return { sources: Uint32Array.from(sources), uvs: Float32Array.from(uvs), indices: out };
}

/** Where a triangle faces: as its vertices say, else as it lies. Never without a direction. */
function faceNormal({ positions, normals, indices }: LaidSurface, first: number): Vector3 {
  const at = (from: Float32Array, corner: number): Vector3 => {
    const start = (indices[first + corner] ?? 0) * 3;
    return [from[start] ?? 0, from[start + 1] ?? 0, from[start + 2] ?? 0];
  };
  if (normals !== null) {
    const sum = add(add(at(normals, 0), at(normals, 1)), at(normals, 2));
    if (Math.hypot(...sum) > 1e-6) return sum;
  }
  const [a, b, c] = [at(positions, 0), at(positions, 1), at(positions, 2)];
  const [u, v] = [subtract(b, a), subtract(c, a)];
  const normal = cross(u, v);
  return Math.hypot(...normal) > 0 ? normal : [0, 1, 0];
}
