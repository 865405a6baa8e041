import type { ContentHash } from './ids.ts';
import type { CameraPose, Lighting, ModelPose } from './render-spec.ts';
import type { Environment } from './scene/environment.ts';
import type { Gradient } from './scene/gradient.ts';
import type { Label } from './scene/label.ts';
import type { LightRig } from './scene/light-rig.ts';
import type { MaterialDressing } from './scene/material-dressing.ts';
import type { UpAxis } from './scene/up-axis.ts';

/** What stands behind the product on the stage. */
export type StageBackground =
  | { readonly kind: 'colour'; readonly colour: string }
  /** `fidelity` 0 to 1: below 0.5 the picture is blurred. */
  | { readonly kind: 'image'; readonly image: Blob; readonly fidelity: number }
  | { readonly kind: 'gradient'; readonly gradient: Gradient };

/** What decides where Studio's lights hang and how bright they are, see `tracer/light/choose-light-rig.ts`. */
export interface StageLight {
  readonly lighting: Lighting;
  /** 0 to 1; 0 while the seed is still to be drawn. */
  readonly creativity: number;
  readonly seed: number;
  /** As the person set them; null: the house's, by the other three. */
  readonly rig: LightRig | null;
}

/** RGBA, 8 bits, row 0 at the top, not premultiplied. */
export interface StagePicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array | Uint8ClampedArray;
}

/** Surroundings that the stage is to show. */
export interface StageEnvironment {
  readonly environment: Environment;
  /** Of those that have one; null as well where it is the one that the viewer was given last. */
  readonly picture: StagePicture | null;
}

/** The picture of a style, and how much of it is taken over: 0 to 1. */
export interface StageStyle {
  readonly image: Blob;
  readonly strength: number;
}

/** One part of the model: what a node draws with one material (numbers of the stage). */
export interface StagePart {
  readonly nodeIndex: number;
  readonly materialIndex: number;
}

/** A point of the product's surface, in the stage frame. */
export interface SurfacePoint {
  readonly position: readonly [number, number, number];
  /** Of the shading, towards the camera; unit. */
  readonly normal: readonly [number, number, number];
  readonly part: StagePart;
  /** Box around the whole product: least x, y, z, then greatest. */
  readonly bounds: readonly number[];
}

/** Parts of the model: those drawn with a material, a node's own with all below it (glTF indices), or one alone. */
export type PartChoice =
  | { readonly kind: 'material'; readonly materialIndex: number }
  | { readonly kind: 'node'; readonly nodeIndex: number }
  | ({ readonly kind: 'part' } & StagePart);

/** The model on the stage. */
export interface StageModel {
  /** The page's own id for this showing; events carry it, and a newer one makes older results be dropped. */
  readonly id: string;
  readonly glb: Blob;
  /** Names the bytes: what `ViewerApi.prepare` has decoded under it is not decoded again. */
  readonly hash?: ContentHash;
  /** File frame to stage frame, column-major. */
  readonly normalisation: readonly number[];
  /** The transform tool's matrix, column-major: translation, rotation and scale, applied after `normalisation`. */
  readonly modelTransform: readonly number[];
  /** The axis its top points to; turned about the stage's origin after `modelTransform`. */
  readonly upAxis: UpAxis;
  readonly hiddenNodes: readonly number[];
  /** Colourway by its name; absent, null, and one it does not have: as the file is. */
  readonly variant?: string | null;
  /** Absent and null: as the file stands by itself. */
  readonly pose?: ModelPose | null;
  /** Where its first frame is seen from; `hero` for the whole model from the hero angle. Absent: as the camera stands. */
  readonly camera?: CameraPose | 'hero';
  /** What its parts wear in their first frame. A texture that cannot be read is left out there: `setDressings` says so. */
  readonly dressings?: readonly StageDressing[];
  /** What lies on it in its first frame. A picture that cannot be read is left out there: `setLabels` says so. */
  readonly labels?: readonly StageLabel[];
}

/** A dressing with the bytes of its texture and of its maps, when it has them. */
export interface StageDressing {
  readonly dressing: MaterialDressing;
  readonly texture: Blob | null;
  /** `#rrggbb` that stands for the texture while it is null: it is on its way. */
  readonly meanwhile?: string;
  /** What is null is drawn as if the dressing had no such map. */
  readonly maps?: { readonly normal: Blob | null; readonly roughness: Blob | null };
}

/** An animation of the model on the stage. */
export interface ModelClip {
  /** As in the file: may be empty or repeated. */
  readonly name: string;
  readonly seconds: number;
}

/** A label with the bytes of its picture; without them it is not seen. */
export interface StageLabel {
  readonly label: Label;
  readonly image: Blob | null;
}

/** Where a label is seen on the stage. CSS pixels from the stage's left and top. */
export interface LabelOutline {
  readonly middle: readonly [xPx: number, yPx: number];
  /** Top left, top right, bottom right, bottom left, as one reads it. */
  readonly corners: readonly (readonly [xPx: number, yPx: number])[];
  /** Points along its edges, corners too, in that order; those of a wrapped one are bent. */
  readonly edge: readonly (readonly [xPx: number, yPx: number])[];
}

/** Where a label would lie, in the normalised frame; see `contract/scene/label.ts`. */
export interface LabelPlace extends Pick<Label, 'position' | 'normal' | 'axis'> {
  /** Of the upright cylinder that the surface is part of there; null where it is none. */
  readonly radius: number | null;
  readonly nodeIndex: number;
  /** Of the file. */
  readonly materialIndex: number;
}

/** The views of the view helper, in the order of their digits (S2 4). */
export const HELPER_VIEWS = ['front', 'back', 'top', 'bottom', 'left', 'right', 'isometric'] as const;
export type HelperView = (typeof HELPER_VIEWS)[number];
