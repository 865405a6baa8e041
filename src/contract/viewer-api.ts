import type { ContentHash } from './ids.ts';
import type { UnreadableImage } from './model-report.ts';
import type { CameraPose, Gradient, Lighting, MaterialDressing, ModelPose } from './render-spec.ts';
import type { Environment } from './scene/environment.ts';
import type { FloorSettings } from './scene/floor.ts';
import type { Label } from './scene/label.ts';
import type { LightRig } from './scene/light-rig.ts';
import type { ModelStep, TransformSnap, TransformTool } from './scene/transform-tool.ts';
import type { UpAxis } from './scene/up-axis.ts';

/** What stands behind the product on the stage. */
export type StageBackground =
  | { readonly kind: 'colour'; readonly colour: string }
  | { readonly kind: 'image'; readonly image: Blob }
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
  /** Names the bytes: what {@link ViewerApi.prepare} has decoded under it is not decoded again. */
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

export interface LoadReport {
  readonly id: string;
  /** Images that could not be read. */
  readonly unreadableImages: readonly UnreadableImage[];
  readonly triangleCount: number;
  /** Triangles left out because they name points that the file does not have, or points that are no numbers. */
  readonly strayTriangleCount: number;
  /** In the order of the file: a pose names one by its place. */
  readonly clips: readonly ModelClip[];
}

/** A picture of the stage that can be asked for. */
export type CapturePass = 'snapshot' | 'ids' | 'outline' | 'depth' | 'normal' | 'alpha';

/**
 * Pictures of the stage without gizmos, highlights or handles: RGBA, 8 bits, row 0 at the top. Null is what was not
 * asked for and what has nothing in it (S2 5). Data passes show the nearest surface, glass like stone; cut-outs have
 * holes; points and lines are only in the snapshot.
 */
export interface CapturedPasses {
  /** Opaque: the stage as shown (L13). */
  readonly snapshot: ArrayBuffer | null;
  /**
   * Red + 256 * green is material slot + 1; 0 is background. The slot is glTF material index + 1, or an instance's own
   * number + 1. Hard edges.
   */
  readonly ids: ArrayBuffer | null;
  /** Opaque, white lines on black: edges of parts, creases and steps in depth. */
  readonly outline: ArrayBuffer | null;
  /**
   * Opaque greys, even steps of one over the distance along the view, as models that guide by depth were taught: 255 at
   * the nearest visible point, 1 at the farthest, 0 where nothing is. The distances are measured to 24 bits first, so
   * that stretching them makes no bands.
   */
  readonly depth: ArrayBuffer | null;
  /** Distances that 255 and 1 of `depth` stand for, stage units. */
  readonly depthRange: { readonly nearest: number; readonly farthest: number } | null;
  /**
   * Opaque; normals with their maps as the camera sees them, OpenGL's sense: red to the right, green upwards, blue to
   * the camera, 0 to 255 for -1 to 1. Nothing looks at the camera: 128, 128, 255.
   */
  readonly normal: ArrayBuffer | null;
  /** Opaque greys: how much of each pixel the product covers. */
  readonly alpha: ArrayBuffer | null;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The views of the view helper, in the order of their digits (S2 4). */
export const HELPER_VIEWS = ['front', 'back', 'top', 'bottom', 'left', 'right', 'isometric'] as const;
export type HelperView = (typeof HELPER_VIEWS)[number];

export interface GraphicsReport {
  readonly mode: 'worker' | 'page';
  readonly renderer: string;
  readonly maxTexturePx: number;
}

/**
 * The only three.js scene. It is told what to draw and answers with events on the stream port; calls resolve when the
 * thing has been drawn. Implemented once and run in a worker, or on the page where a worker has no WebGL.
 */
export interface ViewerApi {
  /** @throws AppError `graphics-unavailable`. */
  start(
    canvas: OffscreenCanvas | HTMLCanvasElement,
    stream: MessagePort,
    size: StageRect,
  ): Promise<GraphicsReport>;
  /**
   * Decodes a model and draws it once where nobody sees it. The stage stays as it is; the next `show` of its hash in the
   * same colourway does not decode it again, that of anything else lets go of it, and so does {@link letGo}.
   * @throws AppError `model-unreadable`, also for a model of which nothing can be seen; `AbortError` when a newer call
   *   overtook it.
   */
  prepare(model: StageModel & { readonly hash: ContentHash }): Promise<LoadReport>;
  /** Frees what was prepared under an id, or gives it up on its way. What was prepared since then stays. */
  letGo(id: string): Promise<void>;
  /**
   * Shows a model, or an empty stage for null. The old model stays until the new one is ready.
   * @throws AppError `model-unreadable`, also for a model of which nothing can be seen; `AbortError` when a newer call
   *   overtook it.
   */
  show(model: StageModel | null): Promise<LoadReport | null>;
  setHiddenNodes(nodes: readonly number[]): Promise<void>;
  /** Stands the model on the stage by another matrix from its file's frame, at once. */
  setNormalisation(normalisation: readonly number[]): Promise<void>;
  /** Points the top of the model to an axis, at once. What the transform tool did stays. */
  setUpAxis(axis: UpAxis): Promise<void>;
  /**
   * Stands the model in a moment of one of its animations, at once; null for the file's own pose. Size and middle stay those of
   * the file's pose, the floor lies below what is lowest.
   *
   * @param isPassing It plays: pictures are taken in the pose that was set before, which comes back with the next call.
   */
  setPose(pose: ModelPose | null, isPassing?: boolean): Promise<void>;
  /** Shows an arrow on the model where its top points. Never enters a capture. */
  showTopArrow(isShown: boolean): Promise<void>;
  /**
   * Puts the model where the transform tool's matrix says, at once or over `transitionMs` with easeInOutQuart; a call for
   * where it is going already joins that. Resolves on arrival, or when another call or a person takes the model over.
   */
  setModelTransform(matrix: readonly number[], transitionMs: number): Promise<void>;
  /** Shows the handles of the transform tool, or none for null. A drag that is under way ends where it is. */
  setTransformTool(tool: TransformTool | null): Promise<void>;
  /** Moves, turns or scales the model by a step of the transform tool, as a key does; `modelMoved` says where to. */
  stepModel(step: ModelStep): Promise<void>;
  setDressings(dressings: readonly StageDressing[]): Promise<void>;
  /** @throws AppError `image-unreadable`; the product looks as before then. */
  setLabels(labels: readonly StageLabel[]): Promise<void>;
  /** Where a label would lie at a point, null beside the model; CSS pixels from the stage's left and top. */
  labelPlaceAt(xPx: number, yPx: number): Promise<LabelPlace | null>;
  /** The same in the middle of the stage, or as near to it as the model is. */
  labelPlaceInMiddle(): Promise<LabelPlace | null>;
  /** Where it would lie if it was moved: the surface nearest to a point along a direction; null where there is none. */
  labelPlaceNear(position: Label['position'], normal: Label['normal']): Promise<LabelPlace | null>;
  /**
   * Which label a person may drag over the product, by its place in the list; null for none. `labelOutlined` tells where it
   * is seen from then on.
   */
  setLabelTool(index: number | null): Promise<void>;
  /** Shows one label otherwise at once, until the next `setLabels`: while a drag of its handles goes on. */
  previewLabel(index: number, label: Label): Promise<void>;
  setBackground(background: StageBackground): Promise<void>;
  /** Hangs the lights as Studio will. */
  setLighting(light: StageLight): Promise<void>;
  /** Lights the product by surroundings, and shows them behind it if they are to be seen; null: by the background. */
  setEnvironment(environment: StageEnvironment | null): Promise<void>;
  /**
   * Tints the lights as Studio does for a style; null for none.
   * @throws AppError `image-unreadable`; the lights have no tint then.
   */
  setStyle(style: StageStyle | null): Promise<void>;
  /** @param intensity 0 to 1: how dark the shadow on the floor is. */
  setShadow(intensity: number): Promise<void>;
  /** Lays the floor. A part that it stands under is one of the model that is shown. */
  setFloor(floor: FloorSettings): Promise<void>;
  setToneMapping(toneMapping: 'neutral' | 'agx', exposure: number): Promise<void>;
  /**
   * Shows the frame of the pictures to come: what lies around it is dimmed, backgrounds and `fitCamera` keep to it. Never
   * enters a capture.
   */
  setPictureSize(widthPx: number, heightPx: number): Promise<void>;
  /** Moves at once, or over `transitionMs` with easeInOutQuart. */
  setCamera(pose: CameraPose, transitionMs: number): Promise<void>;
  /** Frames the whole model from the present direction (S2 4), or upright from the hero angle. */
  fitCamera(transitionMs: number, from?: 'hero'): Promise<CameraPose>;
  /**
   * Puts the orbit's centre into the middle of some parts and frames them from the present direction. Resolves on
   * arrival: false when there are none, and the camera stays.
   */
  frameParts(parts: PartChoice, transitionMs: number): Promise<boolean>;
  /** The part that is drawn at a point, null for none; CSS pixels from the stage's left and top. */
  partAt(xPx: number, yPx: number): Promise<StagePart | null>;
  /** The nearest point of the product's surface there, null for none; CSS pixels from the stage's left and top. */
  surfaceAt(xPx: number, yPx: number): Promise<SurfacePoint | null>;
  /** Looks at the model from a side, at once or over `transitionMs` with a cubic ease-out. Resolves on arrival. */
  goToHelperView(view: HelperView, transitionMs: number): Promise<void>;
  camera(): Promise<CameraPose>;
  /** Lets the camera circle the model whenever nothing else moves it. */
  setTurntable(isTurning: boolean): Promise<void>;
  /** Lights up parts, null for none. Never enters a capture. What the pointer hovers over has an outline besides. */
  highlight(parts: PartChoice | null): Promise<void>;
  /**
   * Takes pictures of the frame that a size has in the stage's square, see `picture-frame.ts`.
   *
   * @param widthPx 64 to 4096, as {@link heightPx}. @param wanted Only these are drawn and read.
   * @throws AppError `capture-too-large` beyond that or what the card can draw; `graphics-unavailable`.
   */
  capturePasses(
    pose: CameraPose,
    widthPx: number,
    heightPx: number,
    wanted: readonly CapturePass[],
  ): Promise<CapturedPasses>;
  /** What three.js holds on the card, counted: comes back to where it was when a model has gone. */
  memory(): Promise<{ readonly geometries: number; readonly textures: number }>;
  dispose(): Promise<void>;
}

/** Place of the stage on the page in CSS pixels, and device pixels per CSS pixel. */
export interface StageRect {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pixelRatio: number;
}

/** Page to viewer, on the raw port: gestures and geometry, never answered. */
export type ViewerGesture =
  | {
      readonly kind: 'pointer';
      readonly phase: 'down' | 'move' | 'up' | 'cancel' | 'leave';
      readonly pointerId: number;
      readonly pointerType: string;
      /** When the person did it, by the page's clock: it may be read much later. */
      readonly timeMs: number;
      readonly button: number;
      readonly buttons: number;
      readonly clientX: number;
      readonly clientY: number;
      readonly isCtrl: boolean;
      readonly isShift: boolean;
      readonly isPrimary: boolean;
    }
  | {
      readonly kind: 'wheel';
      readonly deltaY: number;
      readonly deltaMode: number;
      readonly clientX: number;
      readonly clientY: number;
      readonly isCtrl: boolean;
    }
  | {
      readonly kind: 'orbit-key';
      /** Like a drag to the left: the camera goes to its right. */
      readonly azimuthRadians: number;
      /** Like a drag upwards: the camera goes down. */
      readonly polarRadians: number;
      /** Above 1 comes nearer, 1 keeps the distance. */
      readonly zoom: number;
      /** Moves camera and target across the picture, in steps of `CAMERA_STEP_SIZES` of the model's size. */
      readonly right: number;
      readonly up: number;
    }
  | { readonly kind: 'rect'; readonly rect: StageRect }
  | { readonly kind: 'visibility'; readonly isVisible: boolean };

/** Viewer to page, on the raw port. */
export type ViewerEvent =
  /** A frame reached the canvas; tests wait for it, never for time. */
  | { readonly kind: 'frameDrawn'; readonly frame: number }
  /** A person moves the camera, or it glides on after that: once a frame. Not sent for what was asked for by a call. */
  | { readonly kind: 'cameraMoved' }
  /** The camera is on its way to where a call sent it, or circles: once a frame. */
  | { readonly kind: 'cameraTravelled' }
  /** The camera came to rest after a gesture, a transition or circling. */
  | { readonly kind: 'cameraSettled'; readonly pose: CameraPose }
  | { readonly kind: 'loadProgressed'; readonly modelId: string; readonly fraction: number }
  /** A tap on the gizmo: the page answers with `goToHelperView`. */
  | { readonly kind: 'helperViewPicked'; readonly view: HelperView }
  /** Another view of the gizmo is under the pointer; null for none, and while a drag goes on. */
  | { readonly kind: 'helperViewHovered'; readonly view: HelperView | null }
  /**
   * A tap, not a drag, and where: CSS pixels from the stage's left and top. Null when it hit nothing. The second one of a
   * double tap `isDouble`.
   */
  | {
      readonly kind: 'partPicked';
      readonly hit: StagePart | null;
      readonly xPx: number;
      readonly yPx: number;
      readonly isDouble: boolean;
    }
  /** Another part is under the pointer; null for none, and while a drag goes on. */
  | { readonly kind: 'partHovered'; readonly hit: StagePart | null }
  /**
   * A person moved the model; not sent for `setModelTransform`. The tool's matrix, column-major; `isDone` ends a drag or
   * a step, which is one edit.
   */
  | { readonly kind: 'modelMoved'; readonly matrix: readonly number[]; readonly isDone: boolean }
  /** A person dragged a label to another place, and let go. */
  | { readonly kind: 'labelMoved'; readonly index: number; readonly place: LabelPlace }
  /** After a frame in which the label of the tool is seen elsewhere than before; null where it is not seen, or none is held. */
  | { readonly kind: 'labelOutlined'; readonly outline: LabelOutline | null }
  /** While a drag of the transform tool is under way; `none` at its end. */
  | { readonly kind: 'snapChanged'; readonly snap: TransformSnap }
  | { readonly kind: 'cursorChanged'; readonly cursor: string }
  | { readonly kind: 'contextLost' }
  | { readonly kind: 'contextRestored' }
  | { readonly kind: 'fatal'; readonly reason: string }
  /** The canvas is gone with all that stood on it; `needsScene` or `fatal` follows. Until then calls wait. */
  | { readonly kind: 'sceneLost' }
  /** A new canvas took the place of a lost one and is empty: show model, dressings, background and camera again. */
  | { readonly kind: 'needsScene' };
