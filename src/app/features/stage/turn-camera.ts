import type { KeyboardEvent } from 'react';
import { VIEW_TRANSITION_MS } from '../../../contract/constants.ts';
import type { App } from '../../app.ts';

/** One press of an arrow key turns this far: 5 degrees, the smallest turn one sees at a glance. */
const STEP_RADIANS = Math.PI / 36;
/** One press of plus or minus comes this much nearer. */
const ZOOM_STEP = 1.1;

type Turn = readonly [azimuth: number, polar: number, zoom: number];
const TURNS: Readonly<Record<string, Turn>> = {
  ArrowLeft: [STEP_RADIANS, 0, 1],
  ArrowRight: [-STEP_RADIANS, 0, 1],
  ArrowUp: [0, STEP_RADIANS, 1],
  ArrowDown: [0, -STEP_RADIANS, 1],
  '+': [0, 0, ZOOM_STEP],
  '=': [0, 0, ZOOM_STEP],
  '-': [0, 0, 1 / ZOOM_STEP],
};

/** Moves the camera for a key pressed on the stage. True when the key meant something here. */
export function turnCamera(
  app: App,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): boolean {
  const viewer = app.viewer.current;
  if (viewer === null || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key.toLowerCase() === 'f') {
    void fitCamera(app);
    return true;
  }
  const turn = TURNS[event.key];
  if (turn === undefined) return false;
  const [azimuthRadians, polarRadians, zoom] = turn;
  viewer.sendGesture({ kind: 'orbit-key', azimuthRadians, polarRadians, zoom });
  return true;
}

/** Shows the whole model from where the camera looks now. */
export async function fitCamera(app: App): Promise<void> {
  await app.viewer.current?.api.fitCamera(transitionTime());
}

/** 600 ms, or none for a person who asks for less motion (E17). */
export function transitionTime(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : VIEW_TRANSITION_MS;
}
