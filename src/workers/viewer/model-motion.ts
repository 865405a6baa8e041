import { type Mesh, type Object3D, SkinnedMesh } from 'three';
import type { ModelPose } from '../../contract/render-spec.ts';
import type { ModelClip } from '../../contract/stage.ts';
import { type AnimationTrack, type NodePose, samplePose } from '../../tracer/animation/sample-animation.ts';
import { thickenFlat } from './thicken-flat.ts';

/** An animation of the file with what it moves. */
export interface LoadedClip extends ModelClip {
  readonly tracks: readonly AnimationTrack[];
}

/** A model as far as its poses need it. */
interface Posed {
  readonly root: Object3D;
  readonly parts: readonly { readonly mesh: Mesh }[];
}

/** Stands a model in moments of its animations, by the numbers that the tracer has. */
export class ModelMotion {
  readonly clips: readonly LoadedClip[];
  readonly #nodes: ReadonlyMap<number, Object3D>;
  /** How the nodes that some clip moves stand in the file, by glTF index. */
  readonly #rest = new Map<number, Required<NodePose>>();
  readonly #moved = new Set<Object3D>();
  #isAtRest = true;

  /** @param nodes Objects by glTF node index, as the file stands them. */
  constructor(clips: readonly LoadedClip[], nodes: ReadonlyMap<number, Object3D>) {
    this.clips = clips;
    this.#nodes = nodes;
    for (const { node } of clips.flatMap(({ tracks }) => tracks)) {
      const object = nodes.get(node);
      if (object === undefined || this.#rest.has(node)) continue;
      this.#moved.add(object);
      this.#rest.set(node, {
        translation: object.position.toArray(),
        rotation: object.quaternion.toArray(),
        scale: object.scale.toArray(),
        weights: [...weightsOf(object)],
      });
    }
  }

  /** Whether an object may stand elsewhere in some pose. */
  moves(object: Object3D): boolean {
    for (let above: Object3D | null = object; above !== null; above = above.parent)
      if (this.#moved.has(above)) return true;
    return false;
  }

  /**
   * Null is the file's own pose, and so is a clip that the file does not have.
   *
   * @returns False when the model stands as before.
   */
  pose({ root, parts }: Posed, wanted: ModelPose | null): boolean {
    const clip = wanted === null ? undefined : this.clips[wanted.clip];
    if (clip === undefined && this.#isAtRest) return false;
    this.#isAtRest = clip === undefined;
    const sampled =
      clip === undefined ? new Map<number, NodePose>() : samplePose(clip.tracks, wanted?.seconds ?? 0);
    for (const [node, rest] of this.#rest) {
      const object = this.#nodes.get(node);
      if (object !== undefined) stand(object, { ...rest, ...sampled.get(node) });
    }
    // Bones count from the world.
    root.updateMatrixWorld(true);
    for (const { mesh } of parts) {
      // Measured anew by whoever asks: bounds of bones are those of a pose.
      if (mesh instanceof SkinnedMesh) Object.assign(mesh, { boundingBox: null, boundingSphere: null });
    }
    return true;
  }
}

function stand(object: Object3D, { translation, rotation, scale, weights }: Required<NodePose>): void {
  object.position.fromArray([...translation]);
  object.quaternion.fromArray([...rotation]);
  object.scale.fromArray(thickenFlat(scale));
  object.updateMatrix();
  object.matrixWorldNeedsUpdate = true;
  for (const { morphTargetInfluences } of meshesOf(object)) {
    if (morphTargetInfluences === undefined) continue;
    for (let target = 0; target < morphTargetInfluences.length; target++)
      morphTargetInfluences[target] = weights[target] ?? 0;
  }
}

/** Of the first of its surfaces that has any. */
function weightsOf(object: Object3D): readonly number[] {
  return (
    meshesOf(object).find((mesh) => mesh.morphTargetInfluences !== undefined)?.morphTargetInfluences ?? []
  );
}

/** What a node draws: itself, or its primitives, which three.js puts into it without a name of their own. */
function meshesOf(object: Object3D): Mesh[] {
  if ('isMesh' in object) return [object as Mesh];
  return object.children.filter((child) => 'isMesh' in child && child.userData.isNode !== true) as Mesh[];
}
