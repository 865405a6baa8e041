import type { Toolbar } from '../state/stage.ts';
import type { App } from './app.ts';

/** Opens a toolbar in place of the one that is open; the open one closes. */
export function toggleToolbar(app: Pick<App, 'state'>, toolbar: Toolbar): void {
  const { stage } = app.state;
  stage.toolbar = stage.toolbar === toolbar ? null : toolbar;
}

export function closeToolbar(app: Pick<App, 'state'>): void {
  app.state.stage.toolbar = null;
}
