import type { App } from '../../core/app.ts';
import { holdPage } from '../../state/hold-page.ts';
import type { BrushTargets } from './follow-brush.ts';

/** A new version of the page waits while a stroke is drawn: it is nowhere before it ends. */
export function holdPageWhilePainting(app: Pick<App, 'state'>, targets: BrushTargets): BrushTargets {
  let letGo = (): void => {};
  return {
    ...targets,
    begin() {
      letGo();
      void holdPage(app.state, () => new Promise<void>((resolve) => (letGo = resolve)));
      targets.begin();
    },
    end(segments, isEraser) {
      // By the time that it lets go, whoever keeps the stroke holds the page.
      targets.end(segments, isEraser);
      letGo();
    },
    cancel() {
      targets.cancel();
      letGo();
    },
  };
}
