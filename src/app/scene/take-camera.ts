import type { App } from '../core/app.ts';

/** The camera is moved on purpose: it stands at no view any more, and the turntable stops. */
export function takeCamera(app: Pick<App, 'state'>): void {
  const { stage, project } = app.state;
  stage.activeView = null;
  stage.helperView = null;
  project.settings.render_settings.auto_rotate = false;
}
