import { type Matrix4, Raycaster, Vector3 } from 'three';
import { frameLabel, type Label } from '../../contract/scene/label.ts';
import type { LabelPlace } from '../../contract/stage.ts';
import type { ViewerEvent } from '../../contract/viewer-events.ts';
import { PRODUCT_LAYER } from './capture-layers.ts';
import { findLabelPlace } from './find-label-place.ts';
import type { ModelHandling } from './handle-model.ts';
import { outlineLabel } from './outline-label.ts';
import type { PartPointer } from './point-at-parts.ts';
import { rayThrough } from './point-at-stage.ts';
import type { HandleTargets } from './route-gestures.ts';
import type { ShownModel } from './shown-model.ts';
import type { Stage } from './stage.ts';

/** How far above the surface a moved label looks for it, of its own size. */
const LIFT = 1;

/** Circles around the middle of the stage on which the model is looked for. */
const RINGS = 6;

interface Drag {
  readonly index: number;
  readonly label: Label;
  /** Of the press from the label's middle, along its frame. */
  readonly s: number;
  readonly t: number;
  place: LabelPlace | null;
}

/** Finds places for labels, and lets a person drag one over the product. What is no label goes to the handles of the model. */
export class LabelHandling implements HandleTargets {
  readonly #stage: Stage;
  readonly #parts: PartPointer;
  readonly #model: ModelHandling;
  readonly #emit: (event: ViewerEvent) => void;
  readonly #redraw: () => void;
  #shown: ShownModel | null = null;
  #tool: number | null = null;
  #drag: Drag | null = null;
  /** What was told last. */
  #told = 'null';

  constructor(
    stage: Stage,
    parts: PartPointer,
    model: ModelHandling,
    emit: (event: ViewerEvent) => void,
    redraw: () => void,
  ) {
    this.#stage = stage;
    this.#parts = parts;
    this.#model = model;
    this.#emit = emit;
    this.#redraw = redraw;
  }

  /** The model that labels lie on from now on. */
  put(shown: ShownModel | null): void {
    this.#shown = shown;
    this.#drag = null;
  }

  /** Which label can be dragged. */
  setTool(index: number | null): void {
    this.#tool = index;
    this.outline();
  }

  /** See `ViewerApi.previewLabel`. */
  preview(index: number, label: Label): void {
    this.#shown?.labels.place(index, label);
    this.#redraw();
  }

  /** Tells where the label of the tool is seen in the frame that was drawn, if that is elsewhere than before. */
  outline(): void {
    const label = this.#tool === null ? undefined : this.#shown?.labels.labels[this.#tool];
    const toStage = label === undefined ? null : this.#toStage();
    const { camera, rect } = this.#stage;
    const isGone = label === undefined || toStage === null;
    const outline = isGone ? null : outlineLabel(label, toStage, camera, rect);
    const told = JSON.stringify(outline);
    if (told === this.#told) return;
    this.#told = told;
    this.#emit({ kind: 'labelOutlined', outline });
  }

  /** CSS pixels from the stage's left and top. */
  at(xPx: number, yPx: number): LabelPlace | null {
    return this.#meet(rayThrough(this.#stage, xPx, yPx));
  }

  /** Where the middle of the stage shows the model; else on a ring around it that has the model on it. */
  inMiddle(): LabelPlace | null {
    const { widthPx, heightPx } = this.#stage.rect;
    for (let ring = 0; ring <= RINGS; ring++) {
      for (let k = 0; k < Math.max(1, 6 * ring); k++) {
        const angle = (2 * Math.PI * k) / Math.max(1, 6 * ring);
        const reach = (ring / RINGS) * (Math.min(widthPx, heightPx) / 2);
        const place = this.at(widthPx / 2 + reach * Math.cos(angle), heightPx / 2 - reach * Math.sin(angle));
        if (place !== null) return place;
      }
    }
    return null;
  }

  near(position: Label['position'], normal: Label['normal'], lift = LIFT): LabelPlace | null {
    const toStage = this.#toStage();
    if (toStage === null) return null;
    const out = new Vector3(...normal).normalize();
    const from = new Vector3(...position).addScaledVector(out, lift);
    const ray = new Raycaster(from.applyMatrix4(toStage), out.negate().transformDirection(toStage));
    ray.layers.set(PRODUCT_LAYER);
    return this.#meet(ray);
  }

  grab(xPx: number, yPx: number): boolean {
    this.#drag = this.#take(xPx, yPx);
    return this.#drag !== null || this.#model.grab(xPx, yPx);
  }

  drag(xPx: number, yPx: number, isCtrl: boolean, isShift: boolean): void {
    const drag = this.#drag;
    if (drag === null) {
      this.#model.drag(xPx, yPx, isCtrl, isShift);
      return;
    }
    const under = this.at(xPx, yPx);
    if (under === null) return;
    const { right, up } = frameLabel({ ...drag.label, ...moved(drag.label, under) });
    const middle = new Vector3(...under.position)
      .addScaledVector(new Vector3(...right), -drag.s)
      .addScaledVector(new Vector3(...up), -drag.t);
    drag.place = this.near(middle.toArray(), under.normal) ?? drag.place;
    if (drag.place === null) return;
    this.#shown?.labels.place(drag.index, { ...drag.label, ...moved(drag.label, drag.place) });
    this.#redraw();
  }

  letGo(): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag === null) this.#model.letGo();
    else if (drag.place !== null) this.#emit({ kind: 'labelMoved', index: drag.index, place: drag.place });
  }

  /** The label of the tool, where a press is on it. */
  #take(xPx: number, yPx: number): Drag | null {
    const index = this.#tool;
    const label = index === null ? undefined : this.#shown?.labels.labels[index];
    const place = label === undefined ? null : this.at(xPx, yPx);
    if (index === null || label === undefined || place === null) return null;
    const { origin, right, up, normal } = frameLabel(label);
    const from = new Vector3(...place.position).sub(new Vector3(...origin));
    let s = from.dot(new Vector3(...right));
    const t = from.dot(new Vector3(...up));
    if (label.projection === 'wrapped') s = label.radius * Math.atan2(s, from.dot(new Vector3(...normal)));
    const [c, k] = [Math.cos(label.rotationRadians), Math.sin(label.rotationRadians)];
    const isOn = Math.abs(s * c + t * k) <= label.width / 2 && Math.abs(t * c - s * k) <= label.height / 2;
    return isOn ? { index, label, s, t, place: null } : null;
  }

  #meet(ray: Raycaster): LabelPlace | null {
    const toStage = this.#toStage();
    const met = toStage === null ? null : this.#parts.meet(ray);
    if (toStage === null || met === null) return null;
    const cameraUp = new Vector3(0, 1, 0).applyQuaternion(this.#stage.camera.quaternion);
    return findLabelPlace(met, (other) => this.#parts.meet(other), toStage, cameraUp);
  }

  #toStage(): Matrix4 | null {
    return this.#shown?.model.root.parent?.matrixWorld.clone() ?? null;
  }
}

/** What of a label is another at another place. */
function moved(label: Label, { position, normal, axis, radius }: LabelPlace): Partial<Label> {
  return { position, normal, axis, radius: radius ?? label.radius };
}
