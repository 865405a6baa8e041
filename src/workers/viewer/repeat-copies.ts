import {
  type BufferAttribute,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  type InterleavedBufferAttribute,
  type Line,
  Matrix4,
  Mesh,
  Object3D,
  type Points,
  Quaternion,
  Vector3,
} from 'three';
import type { GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import { objectOf } from '../../tracer/gltf/gltf-content.ts';
import { repeatStrokes } from './repeat-strokes.ts';
import { thickenFlat } from './thicken-flat.ts';
import { touchBlended } from './touch-blended.ts';

const EXTENSION = 'EXT_mesh_gpu_instancing';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/**
 * Repeats what a node shows, as often as it has copies, in place of the loader's own (three.js r187). That one turns the relief of
 * their material round a second time where a file has no tangents, forgets how a shape blends, and draws a mesh with lines or points
 * once. What a skin moves is there once, as in the tracer.
 */
export function repeatCopies(parser: GLTFParser): GLTFLoaderPlugin {
  return {
    name: EXTENSION,
    createNodeMesh: (index) => {
      const node = objectOf(parser.json.nodes?.[index]);
      const copied = objectOf(objectOf(node.extensions)[EXTENSION]).attributes;
      if (node.mesh === undefined || node.skin !== undefined || copied === undefined) return null;
      return repeatNode(parser, index, objectOf(copied));
    },
  };
}

async function repeatNode(
  parser: GLTFParser,
  index: number,
  copied: Readonly<Record<string, unknown>>,
): Promise<Group | Mesh> {
  const read = async (name: string): Promise<Attribute | null> =>
    copied[name] === undefined ? null : await parser.getDependency('accessor', Number(copied[name]));
  const places = listPlaces(await read('TRANSLATION'), await read('ROTATION'), await read('SCALE'));
  // The format leaves such names to applications.
  const tints = await read('_COLOR_0');
  const shown = await parser.createNodeMesh(index);
  const repeat = (piece: Object3D): Object3D =>
    piece instanceof Mesh
      ? repeatSurface(piece, places, tints)
      : repeatStrokes(piece as Line | Points, places);
  if (!(shown instanceof Group)) return repeat(shown) as Mesh;
  return new Group().add(...shown.children.map(repeat));
}

/** Matrices one after the other, at least one: what is said of copies without places is said of the node itself. */
function listPlaces(
  moves: Attribute | null,
  turns: Attribute | null,
  scales: Attribute | null,
): Float32Array {
  const count = Math.max(moves?.count ?? 0, turns?.count ?? 0, scales?.count ?? 0) || 1;
  const has = (from: Attribute | null, at: number): from is Attribute => from !== null && at < from.count;
  const places = new Float32Array(count * 16);
  const [place, move, turn, scale] = [new Matrix4(), new Vector3(), new Quaternion(), new Vector3()];
  for (let at = 0; at < count; at++) {
    if (has(moves, at)) move.fromBufferAttribute(moves, at);
    else move.set(0, 0, 0);
    if (has(turns, at)) turn.fromBufferAttribute(turns as BufferAttribute, at);
    else turn.identity();
    if (has(scales, at)) scale.fromBufferAttribute(scales, at);
    else scale.set(1, 1, 1);
    scale.fromArray(thickenFlat(scale.toArray()));
    place.compose(move, turn, scale).toArray(places, at * 16);
  }
  return places;
}

function repeatSurface(mesh: Mesh, places: Float32Array, tints: Attribute | null): InstancedMesh {
  const copies = new InstancedMesh(mesh.geometry, mesh.material, places.length / 16);
  Object3D.prototype.copy.call(copies, mesh);
  if (mesh.morphTargetInfluences) copies.morphTargetInfluences = [...mesh.morphTargetInfluences];
  copies.instanceMatrix.array.set(places);
  if (tints !== null) copies.instanceColor = readTints(tints, copies.count);
  touchBlended(copies);
  return copies;
}

function readTints(tints: Attribute, count: number): InstancedBufferAttribute {
  const colours = new Float32Array(count * 3).fill(1);
  for (let at = 0; at < Math.min(count, tints.count); at++)
    for (let k = 0; k < 3; k++) colours[at * 3 + k] = tints.getComponent(at, k);
  return new InstancedBufferAttribute(colours, 3);
}
