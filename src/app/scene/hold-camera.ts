import type { App } from '../core/app.ts';
import { isPainted } from '../state/light-map.ts';

/** A turn of the wheel has many events; the sentence is said once in this time. */
const TELL_AGAIN_MS = 4_000;

/**
 * The camera rests while a sketch is being painted over its view (F6). Says so when it does, and that closing the tool, which
 * keeps the sketch, is the way on.
 */
export function holdsCamera(app: Pick<App, 'state' | 'toasts' | 'texts' | 'outside'>): boolean {
  const { lightMap, stage } = app.state;
  if (stage.toolbar !== 'light-map' || !isPainted(lightMap.current)) return false;
  const now = app.outside.now();
  if (now - lightMap.toldHeldAt > TELL_AGAIN_MS) {
    lightMap.toldHeldAt = now;
    app.toasts.show('info', app.texts().t.lightMap.held, { area: 'viewer' });
  }
  return true;
}
