import type { App } from '../../src/app/core/app.ts';
import { keepWorkingCopy } from '../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import type { SavedView } from '../../src/contract/http/camera-views.ts';
import type { FakeServer } from './fake-http.ts';
import { createTestApp, type FakeOutside } from './fake-outside.ts';

/** An app with the server's project open and its working copy kept, and what ends it. */
export async function openViewsApp(
  outside: FakeOutside,
): Promise<{ readonly app: App; readonly stop: () => void }> {
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const copy = keepWorkingCopy(app, (error) => {
    throw error;
  });
  app.workingCopy.current = copy;
  const stopOutbox = app.outbox.start(7);
  return {
    app,
    stop() {
      stopOutbox();
      copy.stop();
    },
  };
}

export function viewsOf(app: App): SavedView[] {
  return JSON.parse(JSON.stringify(app.state.project.settings.camera_views)) as SavedView[];
}

export function namesOf(views: readonly Pick<SavedView, 'name'>[]): string[] {
  return views.map(({ name }) => name);
}

/** The views that the server has. */
export function served(server: FakeServer): string[] {
  return namesOf([...(server.project?.camera_views ?? [])].sort((a, b) => a.order - b.order));
}
