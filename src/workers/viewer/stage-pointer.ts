import type { HelperView } from '../../contract/stage.ts';
import type { ViewerEvent } from '../../contract/viewer-events.ts';
import type { ModelHandling } from './handle-model.ts';
import type { PartPointer } from './point-at-parts.ts';
import { viewAt } from './point-at-stage.ts';
import type { Stage } from './stage.ts';

/** What the pointer means where it is: a view of the gizmo, a handle of the transform tool, a part of the model. */
export class StagePointer {
  readonly #stage: Stage;
  readonly #handling: ModelHandling;
  readonly #parts: PartPointer;
  readonly #emit: (event: ViewerEvent) => void;
  #cursor = '';
  #view: HelperView | null = null;

  constructor(stage: Stage, handling: ModelHandling, parts: PartPointer, emit: (event: ViewerEvent) => void) {
    this.#stage = stage;
    this.#handling = handling;
    this.#parts = parts;
    this.#emit = emit;
  }

  /** CSS pixels from the stage's left and top. */
  tap(xPx: number, yPx: number, isDouble: boolean): void {
    const view = viewAt(this.#stage, xPx, yPx);
    if (view === null) this.#parts.tap(xPx, yPx, isDouble);
    else this.#emit({ kind: 'helperViewPicked', view });
  }

  /** CSS pixels from the stage's left and top. */
  hover(xPx: number, yPx: number): void {
    const isOnHandle = this.#handling.hover(xPx, yPx);
    const view = isOnHandle ? null : viewAt(this.#stage, xPx, yPx);
    this.#hoverView(view);
    const isOnTool = isOnHandle || view !== null;
    // The tool takes the whole model.
    if (isOnTool || this.#stage.transform.isShown) this.#parts.endHover();
    else this.#parts.hover(xPx, yPx);
    const cursor = isOnTool ? 'pointer' : 'grab';
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    this.#emit({ kind: 'cursorChanged', cursor });
  }

  endHover(): void {
    this.#parts.endHover();
    this.#hoverView(null);
  }

  #hoverView(view: HelperView | null): void {
    if (view === this.#view) return;
    this.#view = view;
    this.#emit({ kind: 'helperViewHovered', view });
  }
}
