import { frameLabel, type Label } from '../../../contract/scene/label.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { askPlace } from './ask-place.ts';
import { moveLabel } from './follow-labels.ts';

/**
 * Moves a label over the surface by a step, as the arrows do; where the surface ends it stays.
 *
 * @param right Units of the normalised frame, as one looks at the label. @param up The same.
 */
export async function nudgeLabel(
  app: Pick<App, 'state' | 'commands' | 'viewer'>,
  index: number,
  right: number,
  up: number,
): Promise<void> {
  const label = currentSettings(app).render_settings.labels[index];
  const viewer = app.viewer.current;
  if (label === undefined || viewer === null) return;
  const { position, normal } = step(label, right, up);
  const place = await askPlace(app, viewer, (api) => api.labelPlaceNear(position, normal));
  if (place !== null && place !== 'leaving') moveLabel(app, index, place, 'nudge');
}

/** A point of the label's plane or cylinder, and the way out of it there. */
function step(label: Label, right: number, up: number): Pick<Label, 'position' | 'normal'> {
  const frame = frameLabel(label);
  const { origin, normal, projection } = { ...frame, projection: label.projection };
  const turn = projection === 'wrapped' ? right / label.radius : 0;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const along = (k: 0 | 1 | 2): number => c * normal[k] + s * frame.right[k];
  const out = [along(0), along(1), along(2)] as [number, number, number];
  const point = (k: 0 | 1 | 2): number =>
    projection === 'wrapped'
      ? origin[k] + label.radius * out[k] + up * frame.up[k]
      : origin[k] + right * frame.right[k] + up * frame.up[k];
  return { position: [point(0), point(1), point(2)], normal: out };
}
