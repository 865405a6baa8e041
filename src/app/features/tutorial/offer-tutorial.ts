import { subscribe } from 'valtio';
import type { App } from '../../core/app.ts';
import { claimWelcome } from './tutorial-progress.ts';

/**
 * Offers the tutorial once the first project stands there as it is dressed, and nothing lies over it. Returns the
 * function that stops waiting for that.
 */
export function offerTutorial(app: Pick<App, 'state' | 'outside'>, userId: number): () => void {
  const { project, shell, stage } = app.state;
  let stops: (() => void)[] = [];
  const stop = (): void => {
    for (const end of stops) end();
    stops = [];
  };
  const look = (): void => {
    if (project.status !== 'ready' || shell.modal !== null || shell.place !== 'create') return;
    if (!isStageAtRest(app)) return;
    stop();
    if (claimWelcome(app.outside, userId)) shell.modal = { kind: 'welcome' };
  };
  stops = [subscribe(project, look), subscribe(shell, look), subscribe(stage, look)];
  look();
  return stop;
}

/** Everything is drawn that will be: the project's model with its materials, or what stands in its place. */
function isStageAtRest({ state }: Pick<App, 'state'>): boolean {
  const { stage, project } = state;
  const { modelHash, load, pending, failed, graphics } = stage;
  if (graphics === 'failed' || failed !== null) return true;
  return load === null && pending === 0 && modelHash === project.settings.model_hash;
}
