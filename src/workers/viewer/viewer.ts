import type { Box3 } from 'three';
import { AppError } from '../../contract/failure.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { UpAxis } from '../../contract/scene/up-axis.ts';
import type { HelperView } from '../../contract/stage.ts';
import type { CapturedPasses, CapturePass } from '../../contract/viewer-api.ts';
import type { StageRect, ViewerEvent, ViewerGesture } from '../../contract/viewer-events.ts';
import { easeOutCubic } from './animate-camera.ts';
import { CameraMotion } from './camera-motion.ts';
import { capturePasses } from './capture-passes.ts';
import { Frames } from './draw-frames.ts';
import { frameBox } from './fit-camera.ts';
import { FrameLoop } from './frame-loop.ts';
import { LabelHandling } from './handle-labels.ts';
import { ModelHandling } from './handle-model.ts';
import { helperPose } from './helper-pose.ts';
import { Orbit } from './orbit.ts';
import { PartPointer } from './point-at-parts.ts';
import { Preparation } from './preparation.ts';
import { GestureRouter } from './route-gestures.ts';
import { scaleVolumes } from './scale-volumes.ts';
import { Showing } from './showing.ts';
import { Stage } from './stage.ts';
import { StagePointer } from './stage-pointer.ts';

/** The running viewer: what stands on the stage, where the camera is, and when to draw. */
export class Viewer {
  readonly stage: Stage;
  readonly motion = new CameraMotion(new Orbit());
  readonly parts: PartPointer;
  readonly #stream: MessagePort;
  readonly #gestures: GestureRouter;
  readonly handling: ModelHandling;
  readonly labels: LabelHandling;
  readonly #loop = new FrameLoop((elapsedMs) => this.#step(elapsedMs));
  readonly preparation: Preparation;
  readonly showing: Showing;
  #wasMoving = false;
  #isByHand = false;
  readonly #frames: Frames;

  constructor(canvas: OffscreenCanvas, stream: MessagePort, rect: StageRect) {
    this.#stream = stream;
    this.stage = new Stage(canvas, rect);
    this.preparation = new Preparation(this.stage, stream);
    const emit = (event: ViewerEvent): void => this.#emit(event);
    const productMoved = (isMoving: boolean): void => {
      this.#measure(isMoving);
      this.#frames.spoil();
      this.#loop.hasten();
    };
    this.handling = new ModelHandling(this.stage, emit, productMoved);
    this.parts = new PartPointer(this.stage, emit, () => this.drawNow());
    this.labels = new LabelHandling(this.stage, this.parts, this.handling, emit, () => this.sceneChanged());
    this.showing = new Showing(this.stage, this.preparation, [this.parts, this.labels], emit, {
      productChanged: () => this.#productChanged(),
      productMoved,
      sceneChanged: () => this.sceneChanged(),
      cleared: () => this.#frames.stop(),
      stands: (camera) => {
        this.#measure(false);
        if (camera !== undefined) this.motion.begin(camera, this.stage);
        this.drawNow();
      },
    });
    const pointer = new StagePointer(this.stage, this.handling, this.parts, emit);
    this.#gestures = new GestureRouter(rect, {
      handles: this.labels,
      orbit: this.motion.orbit,
      tap: (xPx, yPx, isDouble) => {
        if (this.stage.place(this.motion.orbit)) this.#frames.spoil();
        // The press may have held up the news that a glide came to rest.
        if (this.#wasMoving) this.#loop.invalidate();
        pointer.tap(xPx, yPx, isDouble);
      },
      hover: (xPx, yPx) => {
        pointer.hover(xPx, yPx);
        if (!this.stage.transform.isShown) return;
        this.#frames.spoil();
        this.#loop.hasten();
      },
      hoverEnded: () => pointer.endHover(),
      moved: () => this.#moved(),
      released: () => this.#released(),
    });
    const isBusy = (): boolean => this.#gestures.isHeld || this.#loop.isPaused || this.#loop.isWanted;
    const drawn = (event: ViewerEvent): void => {
      emit(event);
      if (event.kind === 'frameDrawn') this.labels.outline();
    };
    this.#frames = new Frames(this.stage, this.motion.orbit, drawn, isBusy);
    stream.onmessage = ({ data }: MessageEvent<ViewerGesture>) => this.#receive(data);
    this.drawNow();
  }

  setUpAxis(axis: UpAxis): void {
    this.stage.stand.setUpAxis(axis);
    this.#productChanged();
  }

  async setModelTransform(matrix: readonly number[], transitionMs: number): Promise<void> {
    const durationMs = this.#loop.isPaused ? 0 : transitionMs;
    const arrival = this.stage.stand.go(matrix, durationMs);
    if (durationMs > 0) this.#loop.invalidate();
    else this.#productChanged();
    await arrival;
  }

  async moveCamera(pose: CameraPose, transitionMs: number, ease?: (t: number) => number): Promise<void> {
    const durationMs = this.#loop.isPaused ? 0 : transitionMs;
    const arrival = this.motion.go(pose, durationMs, ease);
    this.#wasMoving = true;
    if (durationMs > 0) this.#loop.invalidate();
    else this.drawNow();
    await arrival;
  }

  async goToHelperView(view: HelperView, transitionMs: number): Promise<void> {
    const { bounds, set } = this.stage;
    const pose = helperPose(view, bounds, this.motion.pose(), set.pictureAspect);
    await this.moveCamera(pose, transitionMs, easeOutCubic);
  }

  setTurntable(isTurning: boolean): void {
    this.motion.isTurntable = isTurning;
    if (!isTurning) this.#wasMoving = true;
    this.#loop.invalidate();
  }

  /** @param box What to frame; null for all that stands on the stage. @param from Gives the direction and the rest. */
  async fitCamera(
    transitionMs: number,
    box: Box3 | null = null,
    from = this.motion.pose(),
  ): Promise<CameraPose> {
    const { bounds, set } = this.stage;
    const framed = box ?? bounds;
    if (framed.isEmpty()) return this.motion.pose();
    const pose = frameBox(framed, from, set.pictureAspect, this.motion.orbit.minDistance);
    await this.moveCamera(pose, transitionMs);
    return this.motion.pose();
  }

  /** Draws the stage as it is shown, at another size, and reads it in the same task: the screen never shows it. */
  capture(
    pose: CameraPose,
    widthPx: number,
    heightPx: number,
    wanted: readonly CapturePass[],
  ): CapturedPasses {
    if (this.#frames.isLost)
      throw new AppError({ code: 'graphics-unavailable', reason: 'the context is lost' });
    const { stage } = this;
    const goOn = this.showing.standStill();
    if (goOn !== undefined) this.#measure(false);
    try {
      return capturePasses(stage, this.showing.model, pose, widthPx, heightPx, wanted);
    } finally {
      goOn?.();
      if (goOn !== undefined) this.#measure(false);
      stage.resize(stage.rect);
      this.drawNow();
    }
  }

  /** See `ViewerApi`. */
  showTraced(rgba: ArrayBuffer | null, widthPx: number, heightPx: number, pose: CameraPose): void {
    const { traced } = this.stage;
    if (rgba !== null) traced.show(rgba, widthPx, heightPx, pose);
    else if (!traced.drop()) return;
    this.drawNow();
  }

  /** Something of the scene is another: draws in this task. */
  sceneChanged(): void {
    this.#frames.dropTraced();
    this.drawNow();
  }

  /** Draws in this task, whether or not the display ticks. */
  drawNow(): void {
    this.#frames.draw();
    if (this.#wasMoving) this.#loop.invalidate();
  }

  dispose(): void {
    this.preparation.forget();
    this.#loop.stop();
    this.#frames.stop();
    this.motion.interrupt();
    this.showing.dispose();
    this.stage.dispose();
    this.#stream.close();
  }

  #productChanged(): void {
    this.#measure(false);
    this.drawNow();
  }

  #measure(isMoving: boolean): void {
    this.#frames.dropTraced();
    this.stage.productChanged(isMoving);
    const { model } = this.showing;
    if (model !== null) scaleVolumes(model);
    this.motion.orbit.limitDistance(model === null ? null : this.stage.size);
  }

  #receive(gesture: ViewerGesture): void {
    if (gesture.kind === 'visibility') this.#setVisible(gesture.isVisible);
    else if (gesture.kind !== 'rect') this.#gestures.route(gesture);
    else {
      this.#gestures.setRect(gesture.rect);
      // After what waits already: a layout on its way to another is overtaken before it costs a frame.
      if (!this.stage.fit(gesture.rect)) return;
      this.#frames.spoil();
      setTimeout(() => this.#loop.invalidate());
    }
  }

  /** Out of sight no frame comes, so that a transition would never end. */
  #setVisible(isVisible: boolean): void {
    if (!isVisible) this.motion.finish();
    if (!isVisible && this.stage.stand.finish()) this.#productChanged();
    this.#frames.spoil();
    this.#loop.setPaused(!isVisible);
  }

  #moved(): void {
    this.motion.interrupt();
    this.#isByHand = true;
    this.#released();
  }

  #released(): void {
    this.#wasMoving = true;
    this.#loop.hasten();
  }

  #step(elapsedMs: number): boolean {
    if (this.#frames.isLost) return false;
    const { motion, stage } = this;
    const { isTravelling } = motion;
    const { isHeld } = this.#gestures;
    const isCameraMoving = motion.update(elapsedMs, isHeld);
    const isModelMoving = stage.stand.update(elapsedMs);
    if (isModelMoving) this.#measure(stage.stand.isMoving);
    const isMoving = isCameraMoving || isModelMoving || motion.isTurntable;
    const isBusy = isCameraMoving || isHeld;
    const isOtherSize = stage.keepPace(isBusy || isMoving, elapsedMs);
    if (isMoving || isOtherSize) this.#frames.spoil();
    const hasSettled = this.#wasMoving && !isBusy;
    this.#wasMoving = isBusy;
    this.#frames.drawIfStale();
    if (this.#isByHand || (isCameraMoving && !isTravelling)) this.#emit({ kind: 'cameraMoved' });
    this.#isByHand = false;
    if (isTravelling || (motion.isTurntable && !isBusy)) this.#emit({ kind: 'cameraTravelled' });
    if (hasSettled) this.#emit({ kind: 'cameraSettled', pose: motion.pose() });
    return isMoving;
  }

  #emit(event: ViewerEvent): void {
    this.#stream.postMessage(event);
  }
}
