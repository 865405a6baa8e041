import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { LEAF_BYTES, LEAF_TRIANGLES, NODE_BYTES, NODE_CHILDREN } from './kernel/layout.ts';
import type { SceneGeometry } from './scene.ts';

/**
 * A tree of four children per node over leaves of four triangles, laid out for 4-wide instructions
 * (`kernel/layout.ts`, node and leaf). Plain buffers: can be posted, stored, and shared by all pictures of a model.
 */
export interface Acceleration {
  readonly nodes: ArrayBuffer;
  /** Triangle words hold the plain triangle number; `packScene` adds the see-through bit. */
  readonly leaves: ArrayBuffer;
  /** Min x, y, z, max x, y, z of the geometry in stage units. */
  readonly bounds: readonly [number, number, number, number, number, number];
}

/** Sine of the angle under which a triangle counts as degenerate and is never hit. */
const DEGENERATE_SINE = 1e-7;
/** Deepest binary tree: three entries per level must fit the kernel's traversal stack of 768 entries. */
const MAX_DEPTH = 60;

/**
 * Builds the tree with three-mesh-bvh (surface area heuristic) and folds it to four children per node.
 * Blocking: 0.3 s for 100,000 triangles, 2 to 5 s for a million.
 *
 * @param geometry Not changed. May be empty.
 */
export function buildAcceleration(geometry: SceneGeometry): Acceleration {
  const triangleCount = geometry.indices.length / 3;
  if (triangleCount === 0) return emptyAcceleration();
  const bvhGeometry = new BufferGeometry();
  bvhGeometry.setAttribute('position', new BufferAttribute(geometry.positions, 3));
  bvhGeometry.setIndex(new BufferAttribute(geometry.indices, 1));
  const bvh = new MeshBVH(bvhGeometry, {
    strategy: SAH,
    targetLeafSize: 4,
    maxDepth: MAX_DEPTH,
    indirect: true,
    setBoundingBox: false,
  });
  const { roots, indirectBuffer } = MeshBVH.serialize(bvh, { cloneBuffers: false });
  return new Folding(geometry, roots, indirectBuffer as Uint32Array).result();
}

function emptyAcceleration(): Acceleration {
  const nodes = new ArrayBuffer(NODE_BYTES);
  new Float32Array(nodes).fill(1e30, 0, 12).fill(-1e30, 12, 24);
  return { nodes, leaves: new ArrayBuffer(0), bounds: [0, 0, 0, 0, 0, 0] };
}

/** A run of triangles of the ordered list, or an inner node of the binary tree. */
type Child =
  | { readonly kind: 'inner'; readonly node: number }
  | { readonly kind: 'run'; readonly first: number; readonly count: number };

/** Reads the binary tree's packed nodes: 8 words each; bounds, then right child or offset, then count and marker. */
class Folding {
  readonly #geometry: SceneGeometry;
  readonly #order: Uint32Array;
  readonly #f32: Float32Array;
  readonly #u32: Uint32Array;
  readonly #u16: Uint16Array;
  readonly #nodes: GrowingBuffer;
  readonly #leaves: GrowingBuffer;

  constructor(geometry: SceneGeometry, roots: readonly ArrayBuffer[], order: Uint32Array) {
    const root = roots[0]!;
    this.#geometry = geometry;
    this.#order = order;
    this.#f32 = new Float32Array(root);
    this.#u32 = new Uint32Array(root);
    this.#u16 = new Uint16Array(root);
    this.#nodes = new GrowingBuffer(NODE_BYTES, order.length / 6);
    this.#leaves = new GrowingBuffer(LEAF_BYTES, order.length / 2);
  }

  result(): Acceleration {
    const root = this.#child(0);
    if (root.kind === 'inner') this.#emit(this.#childrenOf(root.node));
    else this.#emit(splitRun(root.first, root.count));
    const f = this.#f32;
    return {
      nodes: this.#nodes.bytes(),
      leaves: this.#leaves.bytes(),
      bounds: [f[0]!, f[1]!, f[2]!, f[3]!, f[4]!, f[5]!],
    };
  }

  #child(node: number): Child {
    if (this.#u16[node * 16 + 15] !== 0xffff) return { kind: 'inner', node };
    return { kind: 'run', first: this.#u32[node * 8 + 6]!, count: this.#u16[node * 16 + 14]! };
  }

  /** Opens the largest inner child until there are four. */
  #childrenOf(node: number): Child[] {
    const right = node + this.#u32[node * 8 + 6]!;
    const children: Child[] = [this.#child(node + 1), this.#child(right)];
    while (children.length < 4) {
      let largest = -1;
      let largestArea = -1;
      children.forEach((child, i) => {
        if (child.kind !== 'inner') return;
        const area = this.#area(child.node);
        if (area > largestArea) [largest, largestArea] = [i, area];
      });
      const opened = children[largest];
      if (opened?.kind !== 'inner') break;
      const { node: inner } = opened;
      children.splice(largest, 1, this.#child(inner + 1), this.#child(inner + this.#u32[inner * 8 + 6]!));
    }
    return children;
  }

  #area(node: number): number {
    const o = node * 8;
    const f = this.#f32;
    const x = f[o + 3]! - f[o]!;
    const y = f[o + 4]! - f[o + 1]!;
    const z = f[o + 5]! - f[o + 2]!;
    return x * y + y * z + z * x;
  }

  /** Writes a node and everything under it. */
  #emit(children: readonly Child[]): number {
    const id = this.#nodes.take();
    for (let lane = 0; lane < 4; lane++) {
      const child = children[lane];
      const box = child ? this.#boxOf(child) : [1e30, 1e30, 1e30, -1e30, -1e30, -1e30];
      const word = child ? this.#wordOf(child) : 0;
      const at = id * (NODE_BYTES / 4) + lane;
      for (let axis = 0; axis < 6; axis++) this.#nodes.f32[at + axis * 4] = box[axis]!;
      this.#nodes.i32[at + NODE_CHILDREN / 4] = word;
    }
    return id;
  }

  #wordOf(child: Child): number {
    if (child.kind === 'inner') return this.#emit(this.#childrenOf(child.node));
    if (child.count > 4) return this.#emit(splitRun(child.first, child.count));
    return -this.#emitLeaf(child.first, child.count) - 1;
  }

  #boxOf(child: Child): number[] {
    if (child.kind === 'inner') return [...this.#f32.subarray(child.node * 8, child.node * 8 + 6)];
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    const { indices, positions } = this.#geometry;
    for (let i = child.first; i < child.first + child.count; i++) {
      for (let corner = 0; corner < 3; corner++) {
        const vertex = indices[this.#order[i]! * 3 + corner]!;
        for (let axis = 0; axis < 3; axis++) {
          const value = positions[vertex * 3 + axis]!;
          box[axis] = Math.min(box[axis]!, value);
          box[axis + 3] = Math.max(box[axis + 3]!, value);
        }
      }
    }
    return box;
  }

  #emitLeaf(first: number, count: number): number {
    const id = this.#leaves.take();
    const { indices, positions } = this.#geometry;
    for (let lane = 0; lane < 4; lane++) {
      const at = id * (LEAF_BYTES / 4) + lane;
      const triangle = lane < count ? this.#order[first + lane]! : -1;
      this.#leaves.i32[at + LEAF_TRIANGLES / 4] = triangle;
      if (triangle < 0) continue;
      const [a, b, c] = [
        indices[triangle * 3]! * 3,
        indices[triangle * 3 + 1]! * 3,
        indices[triangle * 3 + 2]! * 3,
      ];
      const keep = isDegenerate(positions, a, b, c) ? 0 : 1;
      for (let axis = 0; axis < 3; axis++) {
        const corner = positions[a + axis]!;
        this.#leaves.f32[at + axis * 4] = corner;
        this.#leaves.f32[at + (axis + 3) * 4] = (positions[b + axis]! - corner) * keep;
        this.#leaves.f32[at + (axis + 6) * 4] = (positions[c + axis]! - corner) * keep;
      }
    }
    return id;
  }
}

/** Up to four runs of at most four triangles, or larger runs when there are more than sixteen. */
function splitRun(first: number, count: number): Child[] {
  const size = Math.max(4, Math.ceil(count / 16) * 4);
  const runs: Child[] = [];
  for (let i = 0; i < count; i += size) {
    runs.push({ kind: 'run', first: first + i, count: Math.min(size, count - i) });
  }
  return runs;
}

function isDegenerate(p: Float32Array, a: number, b: number, c: number): boolean {
  const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
  const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const squares = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  return !(x * x + y * y + z * z > DEGENERATE_SINE * DEGENERATE_SINE * squares);
}

/** Records of one size that double their room as they are taken. */
class GrowingBuffer {
  readonly #recordBytes: number;
  #count = 0;
  f32: Float32Array;
  i32: Int32Array;

  constructor(recordBytes: number, expected: number) {
    this.#recordBytes = recordBytes;
    const buffer = new ArrayBuffer((Math.ceil(expected) + 16) * recordBytes);
    this.f32 = new Float32Array(buffer);
    this.i32 = new Int32Array(buffer);
  }

  take(): number {
    if ((this.#count + 1) * this.#recordBytes > this.f32.byteLength) {
      const larger = new Float32Array(this.f32.length * 2);
      larger.set(this.f32);
      this.f32 = larger;
      this.i32 = new Int32Array(larger.buffer);
    }
    return this.#count++;
  }

  bytes(): ArrayBuffer {
    return (this.f32.buffer as ArrayBuffer).slice(0, this.#count * this.#recordBytes);
  }
}
