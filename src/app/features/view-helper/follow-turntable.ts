import { subscribe } from 'valtio';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import { onLessMotion, wantsLessMotion } from '../../browser/less-motion.ts';
import type { App } from '../../core/app.ts';

/**
 * Lets the camera circle the model while the project says so. It rests while a tool is in use that would lose its place
 * under the hand, and on a device that asks for less motion.
 *
 * @returns Function that stops.
 */
export function followTurntable(app: App, viewer: ViewerClient): () => void {
  const { stage, project } = app.state;
  let told = false;
  const tell = (): void => {
    const { auto_rotate: isWanted } = project.settings.render_settings;
    const isInUse = stage.toolbar === 'transform' || stage.toolbar === 'light-map';
    const isTurning = isWanted && stage.modelHash !== null && !isInUse && !wantsLessMotion();
    if (isTurning === told) return;
    told = isTurning;
    viewer.api.setTurntable(isTurning).catch(() => undefined);
  };
  const stops = [
    viewer.onEvent((event) => {
      if (event.kind !== 'needsScene') return;
      told = false;
      tell();
    }),
    subscribe(stage, tell),
    subscribe(project, tell),
    onLessMotion(tell),
  ];
  tell();
  return () => {
    for (const stop of stops) stop();
  };
}
