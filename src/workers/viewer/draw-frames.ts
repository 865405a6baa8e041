import { apertureRadius, focusDistance } from '../../contract/camera/lens.ts';
import type { ViewerEvent } from '../../contract/viewer-events.ts';
import type { ThinLens } from '../../tracer/scene.ts';
import { LensPreview } from './lens-preview.ts';
import type { Orbit } from './orbit.ts';
import { RestingStage } from './smooth-at-rest.ts';
import type { Stage } from './stage.ts';

/** Draws the stage on the canvas and tells the page about each frame. */
export class Frames {
  readonly #stage: Stage;
  readonly #orbit: Orbit;
  readonly #emit: (event: ViewerEvent) => void;
  readonly #rest: RestingStage;
  #count = 0;
  #isStale = true;
  #isLost = false;
  #preview: LensPreview | null = null;
  /** The last frame was a draft of one with smooth edges and the style's colours. */
  #isDraft = false;

  /** @param isBusy Somebody holds the stage, another frame is to come, or nobody looks at it. */
  constructor(stage: Stage, orbit: Orbit, emit: (event: ViewerEvent) => void, isBusy: () => boolean) {
    this.#stage = stage;
    this.#orbit = orbit;
    this.#emit = emit;
    const context = stage.renderer.getContext() as WebGL2RenderingContext;
    this.#rest = new RestingStage(context, isBusy, () => this.#settle());
    const { domElement: canvas } = stage.renderer;
    canvas.addEventListener('webglcontextlost', () => {
      this.#isLost = true;
      emit({ kind: 'contextLost' });
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.#isLost = false;
      // Render targets come back black; three.js uploads everything else again by itself.
      stage.rebuildLight();
      this.draw();
      emit({ kind: 'contextRestored' });
    });
  }

  /** The graphics context is lost: nothing is drawn. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Marks the last frame as out of date. */
  spoil(): void {
    this.#isStale = true;
  }

  /**
   * @param isSmooth False is content with a draft where smooth edges take time; they follow when the stage rests.
   * @param isMoving More frames follow at once, see {@link Stage.draw}.
   */
  draw(isSmooth = false, isMoving = false): void {
    if (this.#isLost) return;
    this.#isStale = false;
    this.#stage.place(this.#orbit);
    const { traced } = this.#stage;
    const isTraced = traced.isOf(this.#orbit, () => this.#emit({ kind: 'tracedDropped' }));
    this.#isDraft = !this.#stage.draw(isSmooth, isMoving, isTraced);
    const hasLens = !isTraced && this.#lens() !== null;
    if (!hasLens) this.#release();
    this.#preview?.restart();
    if (this.#isDraft || hasLens) this.#rest.wait();
    else this.#rest.forget();
    this.#emit({ kind: 'frameDrawn', frame: ++this.#count });
  }

  /** Draws if the last frame is out of date. */
  drawIfStale(): void {
    if (this.#stage.place(this.#orbit) || this.#isStale) this.draw(false, true);
  }

  /** Draws the scene from now on, which is another than the one that was traced. */
  dropTraced(): void {
    if (this.#stage.traced.drop()) this.#emit({ kind: 'tracedDropped' });
  }

  /** Nothing more comes by itself. */
  stop(): void {
    this.#rest.forget();
    this.#release();
  }

  /** The stage rests: what the product keeps from itself of the sky first, then smooth edges, then the blur of a lens. */
  #settle(): void {
    const lens = this.#lens();
    if (this.#isLost) return;
    const { set, renderer } = this.#stage;
    if (this.#isDraft && !set.look(renderer)) {
      this.#rest.goOn();
      return;
    }
    if (this.#isDraft || lens === null) {
      this.draw(true);
      return;
    }
    this.#preview ??= new LensPreview(this.#stage);
    const { isShown, isDone } = this.#preview.step(lens);
    if (isShown) this.#emit({ kind: 'frameDrawn', frame: ++this.#count });
    if (isDone) this.#rest.forget();
    else this.#rest.goOn();
  }

  #lens(): ThinLens | null {
    const { position, target, up, fovDegrees, optics } = this.#orbit;
    if (optics.depthOfField === undefined) return null;
    const pose = { position: position.toArray(), target: target.toArray(), up: up.toArray() };
    return {
      radius: apertureRadius({ fovDegrees, ...optics }, this.#stage.metresPerUnit),
      focusDistance: focusDistance(pose, optics.depthOfField.focus),
    };
  }

  #release(): void {
    this.#preview?.dispose();
    this.#preview = null;
  }
}
