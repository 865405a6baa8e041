import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import type { SceneGeometry } from '../scene.ts';

/** Triangles of a leaf: one for each lane. */
export const LEAF_MAX = 4;
/** Deepest tree that three-mesh-bvh makes: three entries per level must fit the kernel's traversal stack of 768. */
const MAX_DEPTH = 60;
/**
 * Triangles under which three-mesh-bvh ends and we cut on, for full leaves: a leaf is tested at the price of one triangle,
 * and a smaller tree misses the cache less.
 */
const RUN_MAX = 16;

/** Min x, y, z, max x, y, z. */
type Box = [number, number, number, number, number, number];

/**
 * A binary tree over the triangles of a geometry, which knows how to open its nodes to four children each at the least
 * expected cost for a ray (surface area heuristic; the dynamic programme of Ylitie et al., "Efficient incoherent ray
 * traversal on GPUs through compressed wide BVHs", 2017). Nodes are numbers; the root is 0.
 */
export class PairTree {
  /** Triangles, so that those of every node lie side by side. */
  readonly order: Uint32Array;
  /** First place in `order`, and number of triangles, of each node. */
  readonly first: Uint32Array;
  readonly count: Uint32Array;
  /** Six numbers of each node. */
  readonly boxes: Float32Array;
  /** Six numbers of each triangle. */
  readonly #triangleBoxes: Float32Array;
  /** Second child; the first one follows its parent. 0 for a leaf. */
  readonly #right: Uint32Array;
  /** Least cost of a node as 1, 2 or 3 children of the node above, {@link COSTS} each. */
  readonly #costs: Float32Array;
  /** How many of 3 and of 4 children come from the first child. */
  readonly #shares: Uint8Array;
  readonly #areas = new Float64Array(RUN_MAX);
  readonly #run = new Uint32Array(RUN_MAX);
  #size = 0;

  /** @param geometry One triangle at least. Not changed. */
  constructor(geometry: SceneGeometry) {
    const bvhGeometry = new BufferGeometry();
    bvhGeometry.setAttribute('position', new BufferAttribute(geometry.positions, 3));
    bvhGeometry.setIndex(new BufferAttribute(geometry.indices, 1));
    const bvh = new MeshBVH(bvhGeometry, {
      strategy: SAH,
      targetLeafSize: RUN_MAX,
      maxDepth: MAX_DEPTH,
      indirect: true,
      setBoundingBox: false,
    });
    const { roots, indirectBuffer } = MeshBVH.serialize(bvh, { cloneBuffers: false });
    const packed = new PackedTree(roots[0]!);
    const size = packed.countCut();
    this.#triangleBoxes = boxTriangles(geometry);
    this.order = indirectBuffer as Uint32Array;
    this.first = new Uint32Array(size);
    this.count = new Uint32Array(size);
    this.boxes = new Float32Array(size * 6);
    this.#right = new Uint32Array(size);
    this.#costs = new Float32Array(size * COSTS);
    this.#shares = new Uint8Array(size * 2);
    this.#grow(packed, 0);
  }

  isLeaf(node: number): boolean {
    return this.#right[node] === 0;
  }

  /** The nodes under a node that are its two to four children; a leaf's is itself. */
  childrenOf(node: number): number[] {
    return this.isLeaf(node) ? [node] : this.#open(node, 4);
  }

  #open(node: number, into: number): number[] {
    const left = into < 3 ? 1 : this.#shares[node * 2 + into - 3]!;
    return [...this.#pick(node + 1, left), ...this.#pick(this.#right[node]!, into - left)];
  }

  /** A node as so many children of the one above, or as fewer where that is as good. */
  #pick(node: number, into: number): number[] {
    const at = node * COSTS;
    let least = into;
    while (least > 1 && this.#costs[at + least - 1]! >= this.#costs[at + least - 2]!) least--;
    return least === 1 ? [node] : this.#open(node, least);
  }

  /** Takes over a node of three-mesh-bvh with everything under it. */
  #grow(packed: PackedTree, from: number): number {
    if (packed.isRun(from)) return this.#cutRun(packed.firstOf(from), packed.countOf(from));
    const node = this.#size++;
    this.#grow(packed, from + 1);
    this.#right[node] = this.#grow(packed, packed.rightOf(from));
    this.#close(node);
    return node;
  }

  #cutRun(first: number, count: number): number {
    const node = this.#size++;
    if (count > LEAF_MAX) {
      const left = this.#cut(first, count);
      this.#cutRun(first, left);
      this.#right[node] = this.#cutRun(first + left, count - left);
      this.#close(node);
      return node;
    }
    const box = nowhere();
    for (let i = first; i < first + count; i++) widen(box, this.#triangleBoxes, this.order[i]! * 6);
    this.boxes.set(box, node * 6);
    this.first[node] = first;
    this.count[node] = count;
    this.#costs.fill(areaOf(box), node * COSTS, (node + 1) * COSTS);
    return node;
  }

  /** Writes what a node is from what its children are. */
  #close(node: number): void {
    const left = node + 1;
    const right = this.#right[node]!;
    this.first[node] = this.first[left]!;
    this.count[node] = this.count[left]! + this.count[right]!;
    const box = nowhere();
    widen(box, this.boxes, left * 6);
    widen(box, this.boxes, right * 6);
    this.boxes.set(box, node * 6);
    const costs = this.#costs;
    const [l, r] = [left * COSTS - 1, right * COSTS - 1];
    const two = costs[l + 1]! + costs[r + 1]!;
    let [three, four, share3, share4] = [Infinity, Infinity, 1, 1];
    for (let share = 1; share < 4; share++) {
      const as3 = share < 3 ? costs[l + share]! + costs[r + 3 - share]! : Infinity;
      const as4 = costs[l + share]! + costs[r + 4 - share]!;
      if (as3 < three) [three, share3] = [as3, share];
      if (as4 < four) [four, share4] = [as4, share];
    }
    this.#shares[node * 2] = share3;
    this.#shares[node * 2 + 1] = share4;
    const one = areaOf(box) + four;
    costs[node * COSTS] = one;
    costs[node * COSTS + 1] = Math.min(one, two);
    costs[node * COSTS + 2] = Math.min(one, two, three);
  }

  /**
   * Sorts a run along an axis and says where to cut it: where the surface area heuristic is least, counted in leaves, of
   * which there shall be no more than needed.
   *
   * @returns Triangles of the first part.
   */
  #cut(first: number, count: number): number {
    // What three-mesh-bvh could not part at its deepest level is halved as it lies.
    if (count > RUN_MAX) return Math.ceil(count / 2 / LEAF_MAX) * LEAF_MAX;
    const { order } = this;
    const run = this.#run.subarray(0, count);
    run.set(order.subarray(first, first + count));
    let best = Infinity;
    let cut = LEAF_MAX;
    for (let axis = 0; axis < 3; axis++) {
      sortAlong(run, this.#triangleBoxes, axis);
      const { cost, left } = this.#sweep(run);
      if (!(cost < best)) continue;
      best = cost;
      cut = left;
      order.set(run, first);
    }
    return cut;
  }

  /** @returns Triangles before the best cut of a sorted run, and its cost. */
  #sweep(run: Uint32Array): { readonly cost: number; readonly left: number } {
    const count = run.length;
    const after = nowhere();
    for (let i = count - 1; i > 0; i--) {
      widen(after, this.#triangleBoxes, run[i]! * 6);
      this.#areas[i] = areaOf(after);
    }
    const before = nowhere();
    let cost = Infinity;
    let left = LEAF_MAX;
    for (let i = 1; i < count; i++) {
      widen(before, this.#triangleBoxes, run[i - 1]! * 6);
      if (leavesOf(i) + leavesOf(count - i) > leavesOf(count)) continue;
      const here = areaOf(before) * leavesOf(i) + this.#areas[i]! * leavesOf(count - i);
      if (here < cost) {
        cost = here;
        left = i;
      }
    }
    return { cost, left };
  }
}

/** Boxes of all triangles, six numbers each. */
function boxTriangles({ indices, positions }: SceneGeometry): Float32Array {
  const boxes = new Float32Array(indices.length * 2);
  for (let triangle = 0; triangle * 3 < indices.length; triangle++) {
    for (let axis = 0; axis < 3; axis++) {
      let least = Infinity;
      let most = -Infinity;
      for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
        const value = positions[indices[corner]! * 3 + axis]!;
        if (value < least) least = value;
        if (value > most) most = value;
      }
      boxes[triangle * 6 + axis] = least;
      boxes[triangle * 6 + axis + 3] = most;
    }
  }
  return boxes;
}

const COSTS = 3;

/** Reads a tree of three-mesh-bvh: 8 words a node; bounds, then right child or offset, then count and marker. */
class PackedTree {
  readonly #u32: Uint32Array;
  readonly #u16: Uint16Array;

  constructor(root: ArrayBuffer) {
    this.#u32 = new Uint32Array(root);
    this.#u16 = new Uint16Array(root);
  }

  isRun(node: number): boolean {
    return this.#u16[node * 16 + 15] === 0xffff;
  }
  firstOf(run: number): number {
    return this.#u32[run * 8 + 6]!;
  }
  countOf(run: number): number {
    return this.#u16[run * 16 + 14]!;
  }
  rightOf(node: number): number {
    return node + this.#u32[node * 8 + 6]!;
  }

  /** Nodes there are when every run is cut into leaves. */
  countCut(): number {
    let count = 0;
    for (let node = 0; node < this.#u32.length / 8; node++) {
      count += this.isRun(node) ? 2 * leavesOf(this.countOf(node)) - 1 : 1;
    }
    return count;
  }
}

/** Fewest leaves for so many triangles. */
function leavesOf(count: number): number {
  return Math.ceil(count / LEAF_MAX);
}

/** Sorts a few triangles by their middle, in place; equal ones stay as they lie. @param boxes Of all triangles. */
function sortAlong(run: Uint32Array, boxes: Float32Array, axis: number): void {
  for (let i = 1; i < run.length; i++) {
    const own = run[i]!;
    const low = boxes[own * 6 + axis]!;
    const high = boxes[own * 6 + axis + 3]!;
    let at = i;
    for (; at > 0; at--) {
      const other = run[at - 1]! * 6 + axis;
      if (!(boxes[other]! + boxes[other + 3]! - low - high > 0)) break;
      run[at] = run[at - 1]!;
    }
    run[at] = own;
  }
}

function nowhere(): Box {
  return [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
}

/** @param at Where the six numbers begin. */
function widen(box: Box, by: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (by[at + axis]! < box[axis]!) box[axis] = by[at + axis]!;
    if (by[at + axis + 3]! > box[axis + 3]!) box[axis + 3] = by[at + axis + 3]!;
  }
}

function areaOf(box: Box): number {
  const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  return x * y + y * z + z * x;
}
