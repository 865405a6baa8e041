import { LABELS_MAX } from '../../../contract/constants.ts';
import type { Label } from '../../../contract/scene/label.ts';
import type { LabelPlace } from '../../../contract/stage.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { WaitingLabel } from '../../state/labels.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { editLabels } from './edit-labels.ts';
import { clampLength, depthFor } from './label-size.ts';

/** Width of a label whose file does not say one: a third of the product, and what is seen of a bottle at once. */
const WIDTH = 3;
const SHARE_OF_RADIUS = 1.4;
/** What a label lies around that a person wraps where the surface is no cylinder. */
const RADIUS = 2.5;

/**
 * Puts a picture on the product, as one step to undo, and selects it. Where no more labels fit that is told, and one that waits
 * waits on.
 */
export function placeLabel(
  app: Pick<App, 'state' | 'commands' | 'toasts'>,
  picture: WaitingLabel,
  place: LabelPlace,
  unitsPerMetre: number,
): void {
  const { labels: state, shell } = app.state;
  const { labels: words } = lateTextsOf(shell.language);
  const count = currentSettings(app).render_settings.labels.length;
  if (count >= LABELS_MAX) {
    app.toasts.show('info', words.full(LABELS_MAX));
    return;
  }
  if (state.waiting === picture) state.waiting = null;
  editLabels(app, words.undoAdd(picture.name), (labels) => [
    ...labels,
    makeLabel(picture, place, unitsPerMetre),
  ]);
  state.selected = count;
}

/** A label as it is first put somewhere: wrapped where the surface is a cylinder, else flat. */
export function makeLabel(waiting: WaitingLabel, place: LabelPlace, unitsPerMetre: number): Label {
  const { hash, name, widthPx, heightPx, widthMetres } = waiting;
  const { position, normal, axis, nodeIndex } = place;
  const isRound = place.radius !== null;
  const widest = isRound ? Math.min(WIDTH, SHARE_OF_RADIUS * (place.radius ?? 0)) : WIDTH;
  const usual = Math.min(widest, (WIDTH * widthPx) / heightPx);
  const width = clampLength(widthMetres === null ? usual : widthMetres * unitsPerMetre);
  const height = clampLength((width * heightPx) / widthPx);
  const radius = clampLength(place.radius ?? RADIUS);
  const projection = isRound ? 'wrapped' : 'flat';
  return {
    imageHash: hash,
    name,
    target: { kind: 'node', nodeIndex },
    position,
    normal,
    axis,
    radius,
    projection,
    width,
    height,
    rotationRadians: 0,
    depth: depthFor({ projection, radius, width, height }),
    finish: 'print',
    opacity: 1,
    hasUnderprint: true,
  };
}
