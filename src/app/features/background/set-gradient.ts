import { STAGE_BACKGROUND } from '../../../contract/constants.ts';
import type { Gradient } from '../../../contract/scene/gradient.ts';
import type { App } from '../../core/app.ts';
import { assignSettings, currentSettings, editSettings } from '../../core/edit-settings.ts';
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
