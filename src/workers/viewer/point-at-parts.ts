import type { Box3, Raycaster } from 'three';
import type { PartChoice, StagePart, SurfacePoint } from '../../contract/stage.ts';
import type { ViewerEvent } from '../../contract/viewer-events.ts';
import { chooseParts } from './highlight-parts.ts';
import { measureParts } from './measure-parts.ts';
import { indexModel, type PartHit, PartPicker } from './pick-part.ts';
import { partAt, surfaceAt } from './point-at-stage.ts';
import type { Stage } from './stage.ts';
import type { LoadedModel, ModelPart } from './stage-model.ts';

/** A model whose parts take longer to find than this is not searched while the pointer hovers. */
const SLOW_SEARCH_MS = 24;

/** Finds and lights up parts: those somebody asks for, the one under the pointer, the one that is tapped. */
export class PartPointer {
  readonly #stage: Stage;
  readonly #emit: (event: ViewerEvent) => void;
  readonly #redraw: () => void;
  #model: LoadedModel | null = null;
  #picker: PartPicker | null = null;
  #choice: PartChoice | null = null;
  #canHover = false;
  #hovered: ModelPart | null = null;
  #place: { readonly xPx: number; readonly yPx: number } | null = null;
  #request = 0;

  /** @param redraw Called when parts look different. */
  constructor(stage: Stage, emit: (event: ViewerEvent) => void, redraw: () => void) {
    this.#stage = stage;
    this.#emit = emit;
    this.#redraw = redraw;
  }

  /** The model whose parts are meant from now on. Nothing is lit; before an old one is released. */
  put(model: LoadedModel | null): void {
    this.#stage.highlight.clear();
    this.#model = model;
    this.#picker = model === null ? null : new PartPicker(model);
    this.#choice = null;
    this.#canHover = false;
    this.#place = null;
    this.#setHovered(null);
    if (model === null) return;
    // A worker's frame leaves with its next tick: the work on the trees would hold the model back by 60 to 350 ms.
    requestAnimationFrame(() => {
      void indexModel(model, () => this.#model === model).then(() => {
        if (this.#model === model) this.#canHover = true;
      });
    });
  }

  /** Parts of the model stand elsewhere in it. */
  moved(): void {
    if (this.#model !== null) this.#picker = new PartPicker(this.#model);
  }

  highlight(choice: PartChoice | null): void {
    this.#choice = choice;
    this.refresh();
    this.#redraw();
  }

  /** Lights up what was asked for anew: another dressing may have given parts to another material. */
  refresh(): void {
    const parts = this.#model === null || this.#choice === null ? [] : chooseParts(this.#model, this.#choice);
    this.#stage.highlight.update(parts);
  }

  /** The pointer is over a point; CSS pixels from the stage's left and top. Searched at most once per frame. */
  hover(xPx: number, yPx: number): void {
    this.#place = { xPx, yPx };
    if (this.#request === 0 && this.#canHover) this.#request = requestAnimationFrame(() => this.#search());
  }

  /** The pointer went away, or began a drag. */
  endHover(): void {
    this.#place = null;
    if (this.#setHovered(null)) this.#redraw();
  }

  tap(xPx: number, yPx: number, isDouble: boolean): void {
    if (this.#model !== null) this.#emit({ kind: 'partPicked', hit: this.at(xPx, yPx), xPx, yPx, isDouble });
  }

  /** The part at a point; CSS pixels from the stage's left and top. */
  at(xPx: number, yPx: number): StagePart | null {
    const part = this.#picker === null ? null : partAt(this.#stage, this.#picker, xPx, yPx);
    return part === null ? null : indicesOf(part);
  }

  /** The surface at a point; CSS pixels from the stage's left and top. */
  surfaceAt(xPx: number, yPx: number): SurfacePoint | null {
    const hit = this.#picker === null ? null : surfaceAt(this.#stage, this.#picker, xPx, yPx);
    if (hit === null) return null;
    const { min, max } = this.#stage.bounds;
    return {
      position: hit.point.toArray(),
      normal: hit.normal.toArray(),
      part: indicesOf(hit.part),
      bounds: [...min.toArray(), ...max.toArray()],
    };
  }

  /** What a ray meets of the model. */
  meet(ray: Raycaster): PartHit | null {
    return this.#picker?.hit(ray) ?? null;
  }

  /** What some parts fill on the stage; null when there is nothing to see of them. */
  measure(choice: PartChoice): Box3 | null {
    return this.#model === null ? null : measureParts(chooseParts(this.#model, choice));
  }

  #search(): void {
    this.#request = 0;
    if (this.#place === null || this.#picker === null || !this.#canHover) return;
    const start = performance.now();
    const part = partAt(this.#stage, this.#picker, this.#place.xPx, this.#place.yPx);
    if (performance.now() - start > SLOW_SEARCH_MS) this.#canHover = false;
    if (this.#setHovered(part)) this.#redraw();
  }

  #setHovered(part: ModelPart | null): boolean {
    if (part === this.#hovered) return false;
    this.#hovered = part;
    this.#stage.highlight.hover(part);
    this.#emit({ kind: 'partHovered', hit: part === null ? null : indicesOf(part) });
    return true;
  }
}

function indicesOf({ nodeIndex, materialIndex }: ModelPart): StagePart {
  return { nodeIndex, materialIndex };
}
