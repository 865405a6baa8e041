import { Vector2 } from 'three';
import type { ModelStep, TransformSnap } from '../../contract/scene/transform-tool.ts';
import type { ViewerEvent } from '../../contract/viewer-events.ts';
import type { HandleTargets } from './route-gestures.ts';
import type { Stage } from './stage.ts';
import { snapOf } from './transform-tool.ts';

/** Moves the model by the handles of the transform tool, and says so: at most once per gesture, and once at its end. */
export class ModelHandling implements HandleTargets {
  readonly #stage: Stage;
  readonly #emit: (event: ViewerEvent) => void;
  readonly #changed: (isMoving: boolean) => void;
  #snap: TransformSnap = 'none';
  #hasMoved = false;

  /** @param changed The product moved, or handles look different: measure and draw. True while a drag goes on. */
  constructor(stage: Stage, emit: (event: ViewerEvent) => void, changed: (isMoving: boolean) => void) {
    this.#stage = stage;
    this.#emit = emit;
    this.#changed = changed;
  }

  /** @returns True over a handle. */
  hover(xPx: number, yPx: number): boolean {
    return this.#stage.transform.hover(this.#place(xPx, yPx));
  }

  grab(xPx: number, yPx: number): boolean {
    this.#hasMoved = false;
    const isHeld = this.#stage.transform.grab(this.#place(xPx, yPx));
    if (isHeld) this.#stage.stand.interrupt();
    return isHeld;
  }

  drag(xPx: number, yPx: number, isCtrl: boolean, isShift: boolean): void {
    const snap = snapOf(isCtrl, isShift);
    this.#stage.transform.drag(this.#place(xPx, yPx), snap);
    this.#hasMoved = true;
    this.#tellSnap(snap);
    this.#emit({ kind: 'modelMoved', matrix: this.#stage.stand.transform(), isDone: false });
    this.#changed(true);
  }

  letGo(): void {
    this.#stage.transform.letGo();
    this.#tellSnap('none');
    if (this.#hasMoved)
      this.#emit({ kind: 'modelMoved', matrix: this.#stage.stand.transform(), isDone: true });
    this.#changed(false);
  }

  step(step: ModelStep): void {
    this.#stage.stand.finish();
    if (!this.#stage.transform.step(step)) return;
    this.#emit({ kind: 'modelMoved', matrix: this.#stage.stand.transform(), isDone: true });
    this.#changed(false);
  }

  #tellSnap(snap: TransformSnap): void {
    if (snap === this.#snap) return;
    this.#snap = snap;
    this.#emit({ kind: 'snapChanged', snap });
  }

  #place(xPx: number, yPx: number): Vector2 {
    const { widthPx, heightPx } = this.#stage.rect;
    return new Vector2((xPx / widthPx) * 2 - 1, 1 - (yPx / heightPx) * 2);
  }
}
