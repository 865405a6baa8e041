import { GRADIENT_STOPS, STAGE_BACKGROUND } from '../../../contract/constants.ts';
import { colourGradient } from '../../../contract/gradient.ts';
import type { Gradient } from '../../../contract/render-spec.ts';
import type { App } from '../../app.ts';
import { assignSettings, currentSettings, editSettings } from '../../edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

type Editing = Pick<App, 'state' | 'commands'>;

/** A grey day, for who chooses a gradient before any colour. */
const FIRST = { from: '#c9cdd1', to: '#3a4a5e' };

/** Shows a gradient on the stage while the person is still choosing. Nothing to undo yet. */
export function previewGradient(app: Editing, gradient: Gradient | null): void {
  const { render_settings: settings } = currentSettings(app);
  assignSettings(app, { render_settings: { ...settings, background_gradient: gradient } });
}

/**
 * Puts a gradient behind the product. It is drawn as it is shown, so its fidelity starts at 1. One step to undo.
 *
 * @param before The gradient before the first preview, null for none.
 * @param mergeKey See `editSettings`.
 */
export function setGradient(
  app: Editing,
  texts: Texts,
  gradient: Gradient,
  before: Gradient | null,
  mergeKey?: string,
): void {
  previewGradient(app, before);
  const { render_settings: settings, background_fidelity: fidelity } = currentSettings(app);
  const patch = {
    background_id: null,
    background_fidelity: before === null ? 1 : fidelity,
    render_settings: { ...settings, background_gradient: gradient },
  };
  editSettings(app, texts.t.gradient.undo, patch, mergeKey);
}

/** A gradient that begins with the colour that stands behind the product. */
export function startGradient(app: Editing, texts: Texts): void {
  const { background_color: colour } = currentSettings(app);
  const from = colour === null || colour === STAGE_BACKGROUND ? FIRST.from : colour;
  const stops = [
    { at: 0, colour: from },
    { at: 1, colour: FIRST.to },
  ];
  setGradient(app, texts, { kind: 'linear', angleDegrees: 180, stops }, null);
}

/**
 * A gradient with one stop more, which changes no colour yet.
 *
 * @param at Where, 0 to 1.
 * @returns With the number of the new stop; null when there are as many as there may be.
 */
export function addStop(gradient: Gradient, at: number): { gradient: Gradient; index: number } | null {
  const { stops } = gradient;
  if (stops.length >= GRADIENT_STOPS.max) return null;
  const colour = `#${colourGradient(stops)(at)
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')}`;
  const after = stops.findIndex((stop) => stop.at > at);
  const index = after < 0 ? stops.length : after;
  return { gradient: { ...gradient, stops: stops.toSpliced(index, 0, { at, colour }) }, index };
}

/** A gradient without one of its stops; null when it has no more than it must have. */
export function removeStop(gradient: Gradient, index: number): Gradient | null {
  const { stops } = gradient;
  return stops.length <= GRADIENT_STOPS.min ? null : { ...gradient, stops: stops.toSpliced(index, 1) };
}

/** The middle of the widest gap between stops, or of what is left before the first or after the last. */
export function findRoom({ stops }: Gradient): number {
  const places = [0, ...stops.map(({ at }) => at), 1];
  const gaps = places.slice(1).map((place, index) => ({ width: place - (places[index] ?? 0), place }));
  const widest = gaps.reduce((best, gap) => (gap.width > best.width ? gap : best));
  return Math.round((widest.place - widest.width / 2) * 100) / 100;
}

/** The same colours the other way round. */
export function reverseGradient(gradient: Gradient): Gradient {
  const stops = gradient.stops.map(({ at, colour }) => ({ at: 1 - at, colour })).reverse();
  return { ...gradient, stops };
}
