import type { Label } from '../../../contract/scene/label.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { isSameValue } from '../../values/same-value.ts';
import { changeLabel } from './edit-labels.ts';
import { sizeLabel, wrapAngle } from './label-size.ts';

type LabelApp = Pick<App, 'state' | 'commands'>;
type Point = readonly [xPx: number, yPx: number];

/** Where a drag of a handle began. */
export interface Grip {
  readonly label: Label;
  /** The label's middle as it is seen. */
  readonly middle: Point;
  readonly from: Point;
}

/** As large as the pointer is away from the middle, in its own proportions. */
export function sizeByDrag({ label, middle, from }: Grip, to: Point): Label {
  const start = Math.max(1, Math.hypot(from[0] - middle[0], from[1] - middle[1]));
  const now = Math.hypot(to[0] - middle[0], to[1] - middle[1]);
  return { ...label, ...sizeLabel(label, (label.width * now) / start) };
}

/** Turned as the pointer goes around the middle. Pixels count downwards, the turn anticlockwise. */
export function turnByDrag({ label, middle, from }: Grip, to: Point): Label {
  const angle = ([x, y]: Point): number => Math.atan2(middle[1] - y, x - middle[0]);
  return { ...label, rotationRadians: wrapAngle(label.rotationRadians + angle(to) - angle(from)) };
}

/** Makes what a drag made of a label one step to undo. */
export function keepDraft(app: LabelApp): void {
  const { labels, shell } = app.state;
  if (labels.draft === null) return;
  const { index, label } = copyPlain(labels.draft);
  const now = currentSettings(app).render_settings.labels[index];
  if (now !== undefined && !isSameValue(now, label)) {
    changeLabel(app, lateTextsOf(shell.language).labels.undoChange(label.name), index, label);
  }
  labels.draft = null;
}

/** Makes a label larger by a key; quick presses are one step. */
export function stepSize(app: LabelApp, index: number, factor: number): void {
  step(app, index, 'width', (label) => sizeLabel(label, label.width * factor));
}

/** Turns a label by a key, anticlockwise; quick presses are one step. */
export function stepTurn(app: LabelApp, index: number, radians: number): void {
  step(app, index, 'turn', (label) => ({ rotationRadians: wrapAngle(label.rotationRadians + radians) }));
}

function step(
  app: LabelApp,
  index: number,
  mergeKey: string,
  change: (label: Label) => Partial<Label>,
): void {
  const label = currentSettings(app).render_settings.labels[index];
  if (label === undefined) return;
  const { labels: words } = lateTextsOf(app.state.shell.language);
  changeLabel(app, words.undoChange(label.name), index, change(label), mergeKey);
}
