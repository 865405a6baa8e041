import type { LightRig } from '../../../contract/scene/light-rig.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { isSameValue } from '../../values/same-value.ts';
import { changeLight, editRig, rigOf } from './edit-rig.ts';
import type { LightAngles } from './light-disc.ts';

type LightApp = Pick<App, 'state' | 'commands' | 'texts'>;

/** Shows a light in another direction, until {@link keepMove} or {@link dropMove}. */
export function previewMove(app: LightApp, id: string, angles: LightAngles): void {
  const { light } = app.state;
  const rig: LightRig = light.draft === null ? rigOf(currentSettings(app)) : copyPlain(light.draft);
  light.draft = changeLight(rig, id, angles);
}

/** Makes where a light was dragged to one step that can be undone. */
export function keepMove(app: LightApp): void {
  const { light } = app.state;
  if (light.draft === null) return;
  const draft = copyPlain(light.draft) as LightRig;
  light.draft = null;
  if (isSameValue(draft, rigOf(currentSettings(app)))) return;
  editRig(app, app.texts().t.light.undoMove, () => draft);
}

/** The lights hang where they were before the drag. */
export function dropMove(app: Pick<App, 'state'>): void {
  app.state.light.draft = null;
}

/** Turns a light by an arrow key; quick presses are one step. */
export function turnLight(app: LightApp, id: string, by: LightAngles): void {
  const found = rigOf(currentSettings(app)).lights.find((light) => light.id === id);
  if (found === undefined) return;
  const change = {
    azimuthDegrees: found.azimuthDegrees + by.azimuthDegrees,
    elevationDegrees: found.elevationDegrees + by.elevationDegrees,
  };
  editRig(app, app.texts().t.light.undoMove, (rig) => changeLight(rig, id, change), `light-turn-${id}`);
}
