import {
  AgXToneMapping,
  Box3,
  Group,
  NeutralToneMapping,
  type Object3D,
  PerspectiveCamera,
  Scene,
  type WebGLRenderer,
} from 'three';
import { frameShares } from '../../contract/camera/picture-frame.ts';
import {
  CAMERA_FAR_DEFAULT,
  CAMERA_NEAR_DEFAULT,
  EXPOSURE_DEFAULT,
  FOV_DEGREES_DEFAULT,
  PIXEL_RATIO_MAX,
} from '../../contract/constants.ts';
import type { FloorSettings } from '../../contract/scene/floor.ts';
import type { StageRect } from '../../contract/viewer-events.ts';
import { aimLens } from './aim-lens.ts';
import { AxisGizmo } from './axis-gizmo.ts';
import type { Frame } from './backdrop.ts';
import { isSoftware } from './choose-anisotropy.ts';
import { nameGraphics } from './describe-graphics.ts';
import { DraftFrame, draftResolution, isHeavy, sidesAtOnce } from './draft-frame.ts';
import { Highlight } from './highlight-parts.ts';
import { measureProduct } from './measure-mesh.ts';
import { ModelStand } from './model-stand.ts';
import { openRenderer } from './open-renderer.ts';
import type { Orbit } from './orbit.ts';
import { Pace } from './pace.ts';
import { PictureFrame } from './picture-frame.ts';
import { setRange } from './set-range.ts';
import { SIDES } from './sky-visibility.ts';
import { StageGrade } from './stage-grade.ts';
import type { LoadedModel } from './stage-model.ts';
import { StageSet } from './stage-set.ts';
import { TopArrow } from './top-arrow.ts';
import { TracedPicture } from './traced-picture.ts';
import { TransformTool } from './transform-tool.ts';

/** Sides below one pixel make an empty drawing buffer. */
const MIN_SIDE_PX = 1;
/** From there a normalised model, which fills 10, is seen whole. */
const HERO_DISTANCE = 30;
/** Of one mesh, measured exactly in every frame of a motion: 1 ms. */
const MOVING_EXACT_VERTICES = 20_000;

/** Renderer, scene and camera: draws when told, and knows nothing of gestures or files. */
export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(FOV_DEGREES_DEFAULT, 1, CAMERA_NEAR_DEFAULT, CAMERA_FAR_DEFAULT);
  /** Everything that is the product, in the stage frame. */
  readonly product = new Group();
  readonly stand = new ModelStand();
  readonly highlight = new Highlight();
  readonly gizmo = new AxisGizmo();
  readonly transform = new TransformTool(this.camera, this.stand.tool);
  readonly topArrow = new TopArrow();
  readonly bounds = new Box3();
  /** What is around the product. */
  readonly set = new StageSet(this.scene, this.product, this.bounds);
  /** What stands in `stand`; null for nothing. */
  model: LoadedModel | null = null;
  readonly pictureFrame = new PictureFrame();
  readonly traced = new TracedPicture();
  shift: Orbit['optics']['shift'];
  /** Real size of a stage unit, by the normalisation of what stands there. */
  metresPerUnit = 1;
  #rect: StageRect;
  /** True while the drawing buffer does not have the size of the stage's rect. */
  #isUnfit = false;
  readonly #pace = new Pace();
  readonly #draft = new DraftFrame();
  readonly #grade = new StageGrade();
  readonly #isInSoftware: boolean;
  #isHeavy = false;

  /** @throws AppError `graphics-unavailable`. */
  constructor(canvas: OffscreenCanvas, rect: StageRect) {
    this.#rect = rect;
    this.renderer = openRenderer(canvas);
    this.#isInSoftware = isSoftware(nameGraphics(this.renderer));
    this.setToneMapping('neutral', EXPOSURE_DEFAULT);
    this.product.add(this.stand.axis);
    this.scene.add(this.product);
    this.resize(rect);
  }

  get rect(): StageRect {
    return this.#rect;
  }

  /** The largest side of the model in stage units; 0 for an empty stage. */
  get size(): number {
    if (this.bounds.isEmpty()) return 0;
    const { min, max } = this.bounds;
    return Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
  }

  /** How high the floor lies, and what it throws back. */
  setFloor(settings: FloorSettings): void {
    if (this.set.setFloor(settings)) this.productChanged();
  }

  setToneMapping(toneMapping: 'neutral' | 'agx', exposure: number): void {
    this.renderer.toneMapping = toneMapping === 'agx' ? AgXToneMapping : NeutralToneMapping;
    // The lights are tuned so that the default of the specification, 0.6, is what a photographer calls right.
    this.renderer.toneMappingExposure = exposure / EXPOSURE_DEFAULT;
  }

  /** Builds what lives only on the card: before the first model, and after a restored context. */
  rebuildLight(): void {
    this.set.light.forget();
    this.productChanged();
  }

  /**
   * Measures the product anew; the next frame casts its shadows, but for a draft, which has none until the stage rests.
   * Call when it moved, or parts came or went.
   *
   * @param isMoving More motion follows at once: the box around a large mesh may be too wide meanwhile.
   */
  productChanged(isMoving = false): void {
    this.bounds.copy(measureProduct(this.product, isMoving ? MOVING_EXACT_VERTICES : undefined));
    this.set.productChanged(this.model, isMoving);
    setRange(this.camera, this.size);
  }

  /**
   * Takes the size that the next frame will have: size and picture change in one task, or a stretched frame shows.
   *
   * @returns False when it has that size already.
   */
  fit(rect: StageRect): boolean {
    const { widthPx, heightPx, pixelRatio } = this.#rect;
    const isSame = rect.widthPx === widthPx && rect.heightPx === heightPx && rect.pixelRatio === pixelRatio;
    if (isSame) return false;
    this.#rect = rect;
    this.#isUnfit = true;
    return true;
  }

  resize(rect: StageRect): void {
    this.#rect = rect;
    this.#isUnfit = false;
    this.renderer.setPixelRatio(Math.min(PIXEL_RATIO_MAX, rect.pixelRatio || 1) * this.#pace.resolution);
    this.renderer.setSize(Math.max(MIN_SIDE_PX, rect.widthPx), Math.max(MIN_SIDE_PX, rect.heightPx), false);
  }

  /**
   * Makes the drawing buffer as fine as the pace allows, see {@link Pace}. Call before every frame of a motion.
   *
   * @returns Whether it is another now, and empty.
   */
  keepPace(isMoving: boolean, elapsedMs: number): boolean {
    const { resolution } = this.#pace;
    this.#pace.count(isMoving, elapsedMs);
    const isOther = this.#pace.resolution !== resolution;
    if (isOther) this.resize(this.#rect);
    return isOther;
  }

  /** @returns Whether the camera stands otherwise than before. */
  place(orbit: Orbit): boolean {
    const before = this.camera.matrixWorld.clone();
    const lens = [this.camera.fov, this.shift].join();
    this.shift = orbit.optics.shift;
    this.camera.position.copy(orbit.position);
    this.camera.up.copy(orbit.up);
    this.camera.lookAt(orbit.target);
    this.camera.fov = orbit.fovDegrees;
    this.camera.updateMatrixWorld();
    return lens !== [this.camera.fov, this.shift].join() || !before.equals(this.camera.matrixWorld);
  }

  /** Gives the camera the projection of the canvas: before it is asked for rays. */
  aim(): void {
    const { widthPx, heightPx } = this.#rect;
    aimLens(this.camera, Math.max(MIN_SIDE_PX, widthPx) / Math.max(MIN_SIDE_PX, heightPx), this.shift, 1);
  }

  /** What the product consists of decides whether a whole frame takes time. */
  setWeight(triangleCount: number, partCount: number): void {
    this.#isHeavy = this.#isInSoftware && isHeavy(triangleCount, partCount);
    this.set.sidesAtOnce = sidesAtOnce(triangleCount, partCount, this.#isInSoftware);
    if (!this.#isHeavy) this.#draft.release();
  }

  /**
   * @param isSmooth False is content with a draft where a whole frame takes time, see {@link DraftFrame}.
   * @param isMoving More frames follow at once: a style's colours may be a moment old.
   * @param isTraced {@link traced} stands in for the scene.
   * @returns Whether it is all that it can be: its edges are smooth, and its colours are the style's.
   */
  draw(isSmooth = true, isMoving = false, isTraced = false): boolean {
    if (this.#isUnfit) this.resize(this.#rect);
    const isDraft = this.#isHeavy && !isSmooth;
    const isHurried = isMoving || isDraft;
    this.aim();
    const frame = this.#frame;
    if (!isTraced || frame.x < 1 || frame.y < 1) this.drawFrom(this.camera, isDraft, isHurried);
    if (isTraced) {
      this.#openViewport(this.#rect.widthPx, this.#rect.heightPx);
      this.traced.draw(this.renderer, frame);
    }
    this.drawTools();
    const isWhole = !isDraft && (isTraced || !(this.set.isToLook || this.set.isRough));
    return isWhole && !(isHurried && this.set.light.grade !== null);
  }

  /** What stands on the stage as it is seen from a camera, on what the renderer draws on; as large as the canvas. */
  drawFrom(camera: PerspectiveCamera, isDraft = false, isHurried = true): void {
    this.set.backdrop.setFrame(this.set.pictureAspect, this.#frame);
    this.#render(camera, this.#rect.widthPx, this.#rect.heightPx, this.#frame, isDraft, isHurried);
  }

  /** What lies over the picture on the canvas. */
  drawTools(): void {
    this.pictureFrame.draw(this.renderer, this.#frame);
    this.topArrow.draw(this.renderer, this.camera, this.bounds, this.stand.upAxis);
    this.transform.draw(this.renderer, this.camera);
    this.gizmo.draw(this.renderer, this.camera.quaternion, this.#rect.widthPx);
  }

  /** Share of the canvas that the picture is. */
  get #frame(): Frame {
    const { widthPx, heightPx } = this.#rect;
    const shares = frameShares(this.set.pictureAspect, 1);
    return { x: shares.x * (heightPx / widthPx || 1), y: shares.y };
  }

  /** Draws something in place of the product where nobody sees it, so that the card takes or refuses it now. */
  drawOnce(root: Object3D): void {
    const eye = new PerspectiveCamera(FOV_DEGREES_DEFAULT, 1, CAMERA_NEAR_DEFAULT, CAMERA_FAR_DEFAULT);
    eye.position.z = HERO_DISTANCE;
    this.product.visible = false;
    this.scene.add(root);
    try {
      this.#draft.drawUnseen(this.renderer, () => this.renderer.render(this.scene, eye));
    } finally {
      root.removeFromParent();
      this.product.visible = true;
    }
  }

  /** The picture alone, without gizmo and surroundings. @param camera With its projection. */
  drawPicture(camera: PerspectiveCamera, widthPx: number, heightPx: number): void {
    const whole = { x: 1, y: 1 };
    this.set.backdrop.setFrame(widthPx / heightPx, whole);
    this.set.look(this.renderer, SIDES);
    this.#render(camera, widthPx, heightPx, whole, false, false);
  }

  dispose(): void {
    this.highlight.dispose();
    this.gizmo.dispose();
    this.transform.dispose();
    this.topArrow.dispose();
    this.pictureFrame.dispose();
    this.traced.dispose();
    this.#draft.dispose();
    this.#grade.dispose();
    this.set.dispose();
    this.renderer.dispose();
    // Safari keeps contexts of ended workers alive (three.js #30047).
    this.renderer.setSize(1, 1, false);
    this.renderer.forceContextLoss();
  }

  /** The tools leave their own. */
  #openViewport(widthPx: number, heightPx: number): void {
    this.renderer.setViewport(0, 0, Math.max(MIN_SIDE_PX, widthPx), Math.max(MIN_SIDE_PX, heightPx));
  }

  #render(
    camera: PerspectiveCamera,
    widthPx: number,
    heightPx: number,
    frame: Frame,
    isDraft: boolean,
    isHurried: boolean,
  ): void {
    this.set.build(this.renderer, camera, isDraft, isHurried);
    // Targets have their own, in their own pixels.
    if (this.renderer.getRenderTarget() === null) this.#openViewport(widthPx, heightPx);
    const draw = (): void => this.renderer.render(this.scene, camera);
    const style = this.set.light.grade;
    const resolution = isDraft ? draftResolution(this.#pace.resolution) : 1;
    this.set.backdrop.mark(style !== null);
    if (style === null) this.#grade.release();
    if (style !== null) this.#grade.draw(this.renderer, style, resolution, frame, isHurried, draw);
    else if (isDraft) this.#draft.show(this.renderer, resolution, draw);
    else draw();
  }
}
