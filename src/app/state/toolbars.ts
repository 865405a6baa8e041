import type { App } from '../core/app.ts';

/** The four toolbars of the stage (S2 2). One field of the state holds the open one, so two can never be open. */
export const TOOLBARS = ['views', 'light-map', 'transform', 'coordinates'] as const;
export type Toolbar = (typeof TOOLBARS)[number];

/** Opens a toolbar in place of the one that is open; the open one closes. */
export function toggleToolbar(app: Pick<App, 'state'>, toolbar: Toolbar): void {
  const { stage } = app.state;
  stage.toolbar = stage.toolbar === toolbar ? null : toolbar;
}

export function closeToolbar(app: Pick<App, 'state'>): void {
  app.state.stage.toolbar = null;
}
