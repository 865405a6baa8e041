import type { App } from '../../core/app.ts';
import type { ModelLoad } from '../../state/stage.ts';

/** Moves the card of the project's model on, unless files that come in have taken it. Progress never falls (D6). */
export function showLoad(app: App, load: Omit<ModelLoad, 'isImport'>): void {
  const { stage } = app.state;
  if (stage.load?.isImport === true) return;
  const before = stage.load?.hash === load.hash ? stage.load : null;
  stage.load = {
    ...before,
    ...load,
    isImport: false,
    progress: Math.max(before?.progress ?? 0, load.progress),
  };
}

/** Takes the card of the project's model away. */
export function endLoad(app: App): void {
  if (app.state.stage.load?.isImport === false) app.state.stage.load = null;
}
