import { VIEW_TRANSITION_MS } from '../../contract/constants.ts';
import type { PartChoice } from '../../contract/stage.ts';
import { ignoreGone } from '../browser/expected-errors.ts';
import { wantsLessMotion } from '../browser/less-motion.ts';
import type { App } from '../core/app.ts';
import { holdsCamera } from './hold-camera.ts';
import { takeCamera } from './take-camera.ts';

/** One press of an arrow key turns this far: 5 degrees, the smallest turn one sees at a glance. */
const STEP_RADIANS = Math.PI / 36;
/** One press of plus or minus comes this much nearer. */
const ZOOM_STEP = 1.1;
const STILL = { kind: 'orbit-key', azimuthRadians: 0, polarRadians: 0, zoom: 1, right: 0, up: 0 } as const;

/** Turns the camera by steps to the model's right and over it, and comes nearer by steps. */
export function turnCamera(app: App, right: number, up: number, nearer: number): void {
  if (holdsCamera(app)) return;
  app.viewer.current?.sendGesture({
    ...STILL,
    azimuthRadians: -right * STEP_RADIANS,
    polarRadians: up * STEP_RADIANS,
    zoom: ZOOM_STEP ** nearer,
  });
}

/** Moves the model across the picture by steps to the right and upwards. */
export function panCamera(app: App, right: number, up: number): void {
  if (holdsCamera(app)) return;
  app.viewer.current?.sendGesture({ ...STILL, right: -right, up: -up });
}

/** Shows the whole model from where the camera looks now. */
export async function fitCamera(app: App): Promise<void> {
  if (holdsCamera(app)) return;
  takeCamera(app);
  await app.viewer.current?.api.fitCamera(transitionTime()).catch(ignoreGone);
}

/** Shows some parts of the model from where the camera looks now, with the orbit around them. */
export async function frameParts(app: App, parts: PartChoice): Promise<void> {
  if (holdsCamera(app)) return;
  takeCamera(app);
  await app.viewer.current?.api.frameParts(parts, transitionTime()).catch(ignoreGone);
}

/** Shows the part that was tapped last, or the whole model where none was. */
export async function framePicked(app: App): Promise<void> {
  const { picked } = app.state.stage;
  if (picked === null) await fitCamera(app);
  else await frameParts(app, { kind: 'part', ...picked });
}

/** How long a camera move takes: none for a person who asks for less motion (E17). */
export function transitionTime(usualMs = VIEW_TRANSITION_MS): number {
  return wantsLessMotion() ? 0 : usualMs;
}
