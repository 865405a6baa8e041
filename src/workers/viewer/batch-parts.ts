import {
  BufferAttribute,
  BufferGeometry,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type MeshPhysicalMaterial,
  type Object3D,
  type Side,
} from 'three';
import { PICTURE_LAYER, SHADOW_LAYER } from './capture-layers.ts';
import { describeFinish } from './describe-finish.ts';
import { type PooledPart, poolGeometries } from './pool-geometries.ts';
import type { LoadedModel, ModelPart } from './stage-model.ts';
import { VertexColours } from './tint-parts.ts';

/** Below this the calls of single parts cost nothing that anybody notices. */
const MIN_PARTS = 200;
/** More materials than this are drawn together where only their colours differ. */
const MANY_MATERIALS = 100;

interface Batch {
  readonly mesh: Mesh;
  /** Batches of the same kind are interchangeable. */
  readonly kind: string;
  parts: readonly PooledPart[];
}

/**
 * Batches the many small parts of a model, because 20,000 draw calls three times a frame take seconds. Parts of one
 * material become one call; with very many materials, those that differ in colour alone do. All shadow casters become
 * one call more. Picking, highlights and measures still use the parts; the screen, pictures and shadows use the batches
 * (`capture-layers.ts`).
 */
export class PartBatches {
  readonly #root: Group;
  readonly #holder = new Group();
  #parts: readonly PooledPart[] = [];
  /** Batches by what they draw: a material, or a shadow side. */
  #drawn = new Map<string, Batch>();
  /** Their vertices are shared with the others, so that they cannot be freed before them. */
  readonly #spare: Batch[] = [];
  readonly #casters = new Map<Side, Material>();
  readonly #tints = new VertexColours();

  /** @param model Freed by its owner, with what is put into it here. */
  constructor(model: LoadedModel) {
    this.#root = model.root;
    model.root.updateMatrixWorld(true);
    try {
      const still = model.parts.filter(({ mesh }) => !model.motion.moves(mesh));
      if (still.length >= MIN_PARTS) this.#parts = poolGeometries(still);
    } catch (error) {
      mustBeOutOfMemory(error);
    }
    this.#holder.matrixAutoUpdate = false;
    this.#holder.matrix.copy(model.root.matrixWorld).invert();
    if (this.#parts.length === 0) return;
    for (const child of model.root.children) child.traverse(holdStill);
    model.root.add(this.#holder);
  }

  /** Again after parts were dressed, shown or hidden. Without memory for it, each part is drawn by itself. */
  update(): void {
    try {
      this.#update();
    } catch (error) {
      mustBeOutOfMemory(error);
      for (const { part } of this.#parts) enter(part);
      for (const batch of this.#holder.children) (batch as Mesh).geometry.dispose();
      this.#holder.removeFromParent();
      this.#parts = [];
    }
  }

  #update(): void {
    if (this.#parts.length === 0) return;
    const shown = new Set<unknown>();
    this.#root.traverseVisible((object) => shown.add(object));
    const nameOf = nameMaterials(this.#parts);
    const wanted = new Map<string, PooledPart[]>();
    const put = (key: string, one: PooledPart): void => {
      const group = wanted.get(key);
      if (group === undefined) wanted.set(key, [one]);
      else group.push(one);
    };
    for (const one of this.#parts) {
      const { mesh } = one.part;
      const material = mesh.material as Material;
      enter(one.part);
      if (!shown.has(mesh) || !isSolid(material)) continue;
      put(`${one.layout} ${nameOf(material)}`, one);
      put(`${one.layout} shadow ${material.side}`, one);
    }
    const before = this.#drawn;
    this.#drawn = new Map();
    for (const [key, parts] of wanted) {
      if (parts.length < 2) continue;
      const known = before.get(key);
      if (known !== undefined) this.#drawn.set(key, known);
      before.delete(key);
    }
    for (const batch of before.values()) {
      batch.mesh.visible = false;
      this.#spare.push(batch);
    }
    this.#tints.begin();
    for (const [key, parts] of wanted) if (parts.length > 1) this.#draw(key, parts);
    this.#tints.end();
  }

  dispose(): void {
    this.#tints.dispose();
    for (const material of this.#casters.values()) material.dispose();
  }

  #draw(key: string, parts: readonly PooledPart[]): void {
    const [first] = parts;
    if (first === undefined) return;
    const material = first.part.mesh.material as Material;
    const isCaster = key.includes(' shadow ');
    const batch = this.#drawn.get(key) ?? this.#open(first, isCaster);
    this.#drawn.set(key, batch);
    const { mesh } = batch;
    mesh.visible = true;
    mesh.material = isCaster ? this.#caster(material.side) : material;
    if (!isCaster) this.#tints.dress(mesh, key, parts);
    for (const { part } of parts) leave(part, isCaster);
    if (isSame(batch.parts, parts)) return;
    mesh.geometry.setIndex(joinIndices(parts));
    batch.parts = parts;
  }

  #open({ layout, shared }: PooledPart, isCaster: boolean): Batch {
    const kind = `${layout} ${isCaster}`;
    const spare = this.#spare.findIndex((one) => one.kind === kind);
    if (spare !== -1) return this.#spare.splice(spare, 1)[0] as Batch;
    const geometry = new BufferGeometry();
    for (const [name, attribute] of Object.entries(shared.attributes)) geometry.setAttribute(name, attribute);
    geometry.boundingSphere = shared.boundingSphere;
    const mesh = new Mesh(geometry);
    mesh.layers.set(isCaster ? SHADOW_LAYER : 0);
    if (!isCaster) mesh.layers.enable(PICTURE_LAYER);
    this.#holder.add(mesh);
    return { mesh, kind, parts: [] };
  }

  #caster(side: Side): Material {
    const known = this.#casters.get(side) ?? new MeshBasicMaterial({ side });
    this.#casters.set(side, known);
    return known;
  }
}

/** Nothing moves by itself, and what a pose moves is composed then: composing 20,000 matrices anew for each pass takes longer than drawing. */
function holdStill(object: Object3D): void {
  object.updateMatrix();
  object.matrixAutoUpdate = false;
}

/** @returns What materials that can be drawn together have in common. */
function nameMaterials(parts: readonly PooledPart[]): (material: Material) => string {
  const materials = new Set(parts.map(({ part }) => part.mesh.material as Material));
  if (materials.size < MANY_MATERIALS) return ({ uuid }) => uuid;
  const names = new Map([...materials].map((one) => [one, describeFinish(one) ?? one.uuid]));
  return (material) => names.get(material) ?? material.uuid;
}

/** What the browser says when it has no room for an array. */
function mustBeOutOfMemory(error: unknown): void {
  if (!(error instanceof RangeError)) throw error;
}

/** Lets a part be seen by itself. */
function enter({ mesh }: ModelPart): void {
  for (const layer of [0, PICTURE_LAYER, SHADOW_LAYER]) mesh.layers.enable(layer);
}

/** Takes a part from where its batch is seen. */
function leave({ mesh }: ModelPart, isCaster: boolean): void {
  for (const layer of isCaster ? [SHADOW_LAYER] : [0, PICTURE_LAYER]) mesh.layers.disable(layer);
}

/** What blends is drawn in the order of its distance, and what has holes throws a shadow with them. */
function isSolid(material: Material): boolean {
  const { transmission = 0, alphaMap = null } = material as Partial<MeshPhysicalMaterial>;
  const hasHoles = material.alphaTest > 0 || material.alphaHash || alphaMap !== null;
  return !material.transparent && material.opacity > 0 && transmission === 0 && !hasHoles;
}

function isSame(before: readonly PooledPart[], after: readonly PooledPart[]): boolean {
  return before.length === after.length && before.every((one, index) => one === after[index]);
}

function joinIndices(parts: readonly PooledPart[]): BufferAttribute {
  const joined = new Uint32Array(parts.reduce((sum, { indices }) => sum + indices.length, 0));
  let at = 0;
  for (const { indices } of parts) {
    joined.set(indices, at);
    at += indices.length;
  }
  return new BufferAttribute(joined, 1);
}
