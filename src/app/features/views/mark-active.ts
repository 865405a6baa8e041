import type { App } from '../../core/app.ts';

/** Notes in the project which view was gone to last, null for none (E8). It is no edit and no newer state of a view. */
export function markActive(app: Pick<App, 'state'>, uuid: string | null): void {
  for (const view of app.state.project.settings.camera_views) {
    if (view.is_active !== (view.uuid === uuid)) view.is_active = view.uuid === uuid;
  }
}
