import type { Group, Material, Mesh, Object3D } from 'three';
import type { UnreadableImage } from '../../contract/model-report.ts';
import type { FileLight } from '../../tracer/light/read-file-lights.ts';
import type { Matrix } from '../../tracer/matrix.ts';
import type { ModelMotion } from './model-motion.ts';

/** One drawable piece of the model on the stage. */
export interface ModelPart {
  /** Points and lines are meshes of another class; they are drawn, but have no surface to pick, dress or mask. */
  readonly mesh: Mesh;
  readonly hasSurface: boolean;
  readonly nodeIndex: number;
  /** Index of `fileMaterial` in the file, -1 for the default material. */
  readonly fileIndex: number;
  /** Material number on the stage: `fileIndex`, or that of its independent material instance. Set when dressed. */
  materialIndex: number;
  /** The file's own material, kept while a dressing stands in for it. */
  readonly fileMaterial: Material;
}

/** A model on the graphics card. Whoever holds it must give it to `releaseModel` in the end. */
export interface LoadedModel {
  readonly root: Group;
  readonly parts: readonly ModelPart[];
  /** Objects by glTF node index. */
  readonly nodes: ReadonlyMap<number, Object3D>;
  readonly unreadableImages: readonly UnreadableImage[];
  readonly triangleCount: number;
  /** Triangles that were left out. */
  readonly strayTriangleCount: number;
  readonly motion: ModelMotion;
  /** Lights of its file by how it is normalised, and how strongly they shine. */
  readonly readLights: (normalisation: Matrix, strength: number) => readonly FileLight[];
}
