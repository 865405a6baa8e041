import { subscribe } from 'valtio';
import type { App } from '../../app.ts';
import { claimWelcome } from './tutorial-progress.ts';

/**
 * Offers the tutorial once the first project stands there and nothing lies over it. Returns the function that stops
 * waiting for that.
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
    stop();
    if (claimWelcome(app.outside, userId)) shell.modal = { kind: 'welcome' };
  };
  stops = [subscribe(project, look), subscribe(shell, look), subscribe(stage, look)];
  look();
  return stop;
}
