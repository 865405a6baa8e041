import { expect, test } from 'vitest';
import { collectScene } from '../../../../src/app/features/downloads/collect-scene.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';

const { signal } = new AbortController();
/** What a viewer draws at most. */
const MAX_PX = 4_096;

test('the files of a scene whose picture is larger than the stage draws have the size of its order’s passes', async () => {
  const outside = createFakeOutside(createFakeServer());
  const drawn: number[][] = [];
  const compute = {
    ...outside.workers.compute(),
    encodeWebp: async (_pixels: ArrayBuffer, widthPx: number, heightPx: number) => {
      drawn.push([widthPx, heightPx]);
      return new Blob(['snapshot']);
    },
    drawGradient: async (_gradient: unknown, widthPx: number, heightPx: number) => {
      drawn.push([widthPx, heightPx]);
      return new Blob(['gradient']);
    },
  };
  const app = createTestApp({ ...outside, workers: { ...outside.workers, compute: () => compute } });
  await loadActiveProject(app, 7, 'New');
  const chair = new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]));
  await importModel(app, [{ path: 'chair.glb', file: new Blob([chair]) }], signal);
  const { stage, project } = app.state;
  stage.modelHash = project.settings.model_hash;
  app.viewer.current = createFakeViewer({
    camera: { ...stage.camera },
    capturePasses: (_pose: unknown, widthPx: number, heightPx: number) => {
      if (Math.max(widthPx, heightPx) > MAX_PX) {
        throw new AppError({ code: 'capture-too-large', widthPx, heightPx, maxPx: MAX_PX });
      }
      return { snapshot: new ArrayBuffer(4), ids: null, widthPx, heightPx };
    },
  });
  Object.assign(project.settings.render_settings, {
    width: 8_192,
    height: 4_096,
    background_gradient: {
      kind: 'linear',
      angleDegrees: 0,
      stops: [
        { offset: 0, colour: '#000000' },
        { offset: 1, colour: '#ffffff' },
      ],
    },
  });
  const { width, height } = await collectScene(app, signal);
  expect([width, height]).toEqual([2_048, 1_024]);
  expect(drawn).toEqual([
    [2_048, 1_024],
    [2_048, 1_024],
  ]);
});
