import type { ViewerEvent } from '../../contract/viewer-api.ts';
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

  /** @param isBusy Somebody holds the stage, another frame is to come, or nobody looks at it. */
  constructor(stage: Stage, orbit: Orbit, emit: (event: ViewerEvent) => void, isBusy: () => boolean) {
    this.#stage = stage;
    this.#orbit = orbit;
    this.#emit = emit;
    const context = stage.renderer.getContext() as WebGL2RenderingContext;
    this.#rest = new RestingStage(context, isBusy, () => this.draw(true));
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

  /** @param isSmooth False is content with a draft where smooth edges take time; they follow when the stage rests. */
  draw(isSmooth = false): void {
    if (this.#isLost) return;
    this.#isStale = false;
    this.#stage.place(this.#orbit);
    if (this.#stage.draw(isSmooth)) this.#rest.forget();
    else this.#rest.wait();
    this.#emit({ kind: 'frameDrawn', frame: ++this.#count });
  }

  /** Draws if the last frame is out of date. */
  drawIfStale(): void {
    if (this.#stage.place(this.#orbit) || this.#isStale) this.draw();
  }

  /** Nothing more comes by itself. */
  stop(): void {
    this.#rest.forget();
  }
}
