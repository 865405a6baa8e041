import { expect, test, vi } from 'vitest';
import { goToView } from '../../../src/app/features/views/go-to-view.ts';
import { goToHelperView } from '../../../src/app/scene/helper-views.ts';
import { fitCamera } from '../../../src/app/scene/move-camera.ts';
import { AppError } from '../../../src/contract/failure.ts';
import type { ViewerApi } from '../../../src/contract/viewer-api.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside } from '../../support/fake-outside.ts';
import { createFakeViewer } from '../../support/fake-viewer.ts';
import { makeView } from '../../support/saved-view.ts';
import { openViewsApp } from '../../support/views-app.ts';

const CRASH = new AppError({ code: 'worker-crashed', worker: 'viewer' });
const CLOSED = new DOMException('The viewer was closed.', 'AbortError');

test.each([
  ['fails', CRASH, 'resolves'],
  ['is closed', CLOSED, 'resolves'],
  ['has a bug', new TypeError('a bug'), 'rejects'],
] as const)('a viewer that %s in the middle of a move', async (_how, error, outcome) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const view = makeView(1);
  const { app, stop } = await openViewsApp(createFakeOutside(createFakeServer({ camera_views: [view] })));
  const api = new Proxy({} as ViewerApi, { get: () => () => Promise.reject(error) });
  app.viewer.current = { ...createFakeViewer(), api };
  for (const move of [
    () => fitCamera(app),
    () => goToHelperView(app, 'front'),
    () => goToView(app, view.uuid),
  ]) {
    const ended = await move().then(
      () => 'resolves',
      () => 'rejects',
    );
    expect(ended).toBe(outcome);
  }
  stop();
  vi.unstubAllGlobals();
});
