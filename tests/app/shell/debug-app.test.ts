import { beforeEach, expect, test, vi } from 'vitest';
import { assignSettings } from '../../../src/app/core/edit-settings.ts';
import { rememberCamera } from '../../../src/app/scene/remember-camera.ts';
import { debugApp } from '../../../src/app/shell/debug-app.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';
import { createFakeViewer } from '../../support/fake-viewer.ts';
import { makeView } from '../../support/saved-view.ts';

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })));

test('the console sees state, camera, views and their copies, and can look from a side', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const handles = debugApp(app);
  const view = makeView(1);
  assignSettings(app, { camera_views: [view], model_hash: ContentHash.parse('a'.repeat(64)) });
  expect(handles.view0()).toBeNull();
  rememberCamera(app, view.pose);
  expect(handles.view0()?.pose).toEqual(view.pose);
  expect(handles.views()).toEqual([view]);
  expect(await handles.backups()).toEqual([]);
  expect(handles.state()).toMatchObject({ stage: { helperView: null } });
  expect(await handles.camera()).toBeUndefined();
  const viewer = createFakeViewer({ camera: view.pose, memory: { geometries: 1, textures: 2 } });
  app.viewer.current = viewer;
  expect(await handles.camera()).toEqual(view.pose);
  expect(await handles.memory()).toEqual({ geometries: 1, textures: 2 });
  await handles.look('back');
  expect(app.state.stage.helperView).toBe('back');
});
