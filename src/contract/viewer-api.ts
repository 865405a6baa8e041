import type { ContentHash } from './ids.ts';
import type { UnreadableImage } from './model-report.ts';
import type { CameraPose, ModelPose } from './render-spec.ts';
import type { FileLights } from './scene/file-lights.ts';
import type { FloorSettings } from './scene/floor.ts';
import type { Label } from './scene/label.ts';
import type { ModelStep, TransformTool } from './scene/transform-tool.ts';
import type { UpAxis } from './scene/up-axis.ts';
import type {
  HelperView,
  LabelPlace,
  ModelClip,
  PartChoice,
  StageBackground,
  StageDressing,
  StageEnvironment,
  StageLabel,
  StageLight,
  StageModel,
  StagePart,
  StageStyle,
  SurfacePoint,
} from './stage.ts';
import type { StageRect } from './viewer-events.ts';

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
  /** Lets the lights of the file shine that carries the model, or not. */
  setFileLights(lights: FileLights): Promise<void>;
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
  /**
   * Shows a traced picture of what stands on the stage, in the frame of the picture and in place of the scene, until camera or
   * scene are others: the event `tracedDropped` tells that. Null shows the scene. Tools and handles stay over it; it enters no capture.
   *
   * @param rgba sRGB, 8 bits, row 0 at the top. Transferred. @param pose Camera that it was traced from.
   */
  showTraced(rgba: ArrayBuffer | null, widthPx: number, heightPx: number, pose: CameraPose): Promise<void>;
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
