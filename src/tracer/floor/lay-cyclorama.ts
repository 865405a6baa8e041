import { DEFAULT_MATERIAL } from '../gltf/read-materials.ts';
import type { FloorCyclorama, SceneGeometry, SceneMaterial } from '../scene.ts';
import { buildCyclorama, netTriangles } from './build-cyclorama.ts';

/** Puts the triangles of a cyclorama behind a product, after all of its own. They are made of {@link cycloramaMaterial}. */
export function addCyclorama(
  product: SceneGeometry,
  cyclorama: FloorCyclorama,
  floorY: number,
): SceneGeometry {
  const shape = buildCyclorama(cyclorama);
  const { frame, material } = cyclorama;
  const { middle, radius } = cyclorama.place;
  const [positions, normals]: [number[], number[]] = [[], []];
  for (const { y, z, normalY, normalZ } of shape.profile) {
    for (const x of shape.columns) {
      positions.push(
        middle[0] + radius * (x * frame.rightX + z * frame.frontX),
        floorY + radius * y,
        middle[2] + radius * (x * frame.rightZ + z * frame.frontZ),
      );
      normals.push(normalZ * frame.frontX, normalY, normalZ * frame.frontZ);
    }
  }
  return append(product, { positions, normals, triangles: netTriangles(shape) }, material);
}

/**
 * Matt, and seen from its front alone, so that a camera below the floor sees the product, as it does without one. Light it stops
 * from both sides: `Floor.cyclorama` says so.
 *
 * @param colour Linear.
 */
export function cycloramaMaterial(colour: readonly [number, number, number]): SceneMaterial {
  return { ...DEFAULT_MATERIAL, baseColour: colour, metalness: 0, specular: 0, hasVertexColours: false };
}

interface Net {
  readonly positions: readonly number[];
  readonly normals: readonly number[];
  readonly triangles: Uint32Array;
}

function append(geometry: SceneGeometry, net: Net, material: number): SceneGeometry {
  const first = geometry.positions.length / 3;
  const count = net.positions.length / 3;
  const uvs = new Float32Array(2 * count);
  return {
    positions: join(geometry.positions, net.positions),
    normals: join(geometry.normals, net.normals),
    tangents: geometry.tangents && join(geometry.tangents, new Float32Array(4 * count)),
    uv0: join(geometry.uv0, uvs),
    uv1: join(geometry.uv1, uvs),
    uv2: geometry.uv2 && join(geometry.uv2, uvs),
    uv3: geometry.uv3 && join(geometry.uv3, uvs),
    colours: geometry.colours && join(geometry.colours, new Float32Array(4 * count).fill(1)),
    indices: joinAll(
      Uint32Array,
      geometry.indices,
      net.triangles.map((corner) => corner + first),
    ),
    materialOfTriangle: joinAll(
      Uint16Array,
      geometry.materialOfTriangle,
      new Uint16Array(net.triangles.length / 3).fill(material),
    ),
  };
}

function join(one: Float32Array, other: ArrayLike<number>): Float32Array {
  return joinAll(Float32Array, one, other);
}

type Numbers = Float32Array | Uint32Array | Uint16Array;

function joinAll<Kind extends Numbers>(
  kind: new (length: number) => Kind,
  one: Kind,
  other: ArrayLike<number>,
): Kind {
  const whole = new kind(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}
