import { expect, test } from 'vitest';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { fallbackModel } from '../../../../src/app/features/stage/fallback-model.ts';
import { showModel } from '../../../../src/app/features/stage/show-model.ts';
import { planSave } from '../../../../src/app/orders/plan-save.ts';
import type { StageModel } from '../../../../src/contract/stage.ts';
import { inspectModel } from '../../../../src/workers/compute/gltf/inspect-model.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';
import { makeView } from '../../../support/saved-view.ts';

const { signal } = new AbortController();

test('the shape is a model like any other: a cube about the middle of the stage', async () => {
  const { triangleCount, bounds } = await inspectModel(fallbackModel('cube').glb);
  expect(triangleCount).toBe(12);
  expect(bounds).toEqual({ min: [-2.5, -2.5, -2.5], max: [2.5, 2.5, 2.5] });
});

test('a model that cannot be had is stood in for, the project keeps its own, and a late one takes its place', async () => {
  const glb = new Uint8Array(makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }]));
  const hash = hashOf(glb);
  const server = createFakeServer({ name: 'Chair', model_hash: hash, model_name: 'chair.glb' });
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const viewer = createFakeViewer({ fitCamera: makeView(1).pose });
  app.viewer.current = viewer;
  await showModel(app, hash, signal);
  const shown = viewer.calls.filter(([method]) => method === 'show').map(([, model]) => model as StageModel);
  expect(shown.map((model) => model.glb.size)).toEqual([fallbackModel('cube').glb.size]);
  const { stage, project } = app.state;
  expect(stage.failed).toMatchObject({ name: 'chair.glb', hasFallback: true });
  // Without a model on the stage nothing renders, exports or saves what stands in.
  expect([stage.modelHash, project.settings.model_hash, project.dirtyFields]).toEqual([null, hash, []]);
  expect((await planSave(app, project.key!)).keys).toEqual([]);

  await app.storage.put(hash, new Blob([glb]));
  await showModel(app, hash, signal);
  expect([stage.modelHash, stage.failed]).toEqual([hash, null]);
});
