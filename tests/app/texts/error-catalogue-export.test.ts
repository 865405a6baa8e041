import { expect, test } from 'vitest';
import { exportModel } from '../../../src/app/features/export/export-model.ts';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../src/app/features/stage/import-model.ts';
import { describeError } from '../../../src/app/texts/describe-failure.ts';
import { AppError } from '../../../src/contract/failure.ts';
import { NO_DRAWING_CODE } from '../../../src/contract/failure-reasons.ts';
import { exportGlb } from '../../../src/workers/compute/gltf/export-glb.ts';
import { inspectModel } from '../../../src/workers/compute/gltf/inspect-model.ts';
import { makeBoxes, makeGlb } from '../../support/box-model.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../support/fake-outside.ts';

const signal = new AbortController().signal;
const chair = makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }]);
const noScene = new Blob([new Uint8Array(makeGlb({ meshes: [] }, new Float32Array(1)))]);
const decoders = { draco: async () => ({}), meshopt: async () => ({}) };
const patch = { normalisation: [], modelTransform: [], hiddenNodes: [], dressings: [], materials: [] };

/** An export whose worker cannot be had. */
async function exportWithoutCode(): Promise<unknown> {
  const outside = createFakeOutside(createFakeServer());
  const exportGlb = async () => {
    throw new AppError({ code: 'worker-crashed', worker: 'exportGlb' });
  };
  const compute = { ...outside.workers.compute(), exportGlb };
  const app = createTestApp({ ...outside, workers: { ...outside.workers, compute: () => compute } });
  await loadActiveProject(app, 7, 'New');
  await importModel(app, [{ path: 'chair.glb', file: new Blob([new Uint8Array(chair)]) }], signal);
  app.state.stage.modelHash = hashOf(chair);
  return exportModel(app, signal);
}

const noCode = new AppError({
  code: 'graphics-unavailable',
  reason: NO_DRAWING_CODE,
});

test.each([
  [
    'El cargador no devolvió una escena válida. (S2 5)',
    () => inspectModel(noScene),
    'El cargador no devolvió una escena válida. Exporta el modelo de nuevo con las partes que quieras ver. No se ha cambiado nada.',
    'The loader did not return a valid scene. Export the model again with the parts you want to see. Nothing was changed.',
  ],
  [
    'model.scene es null (S2 8)',
    () => exportGlb(noScene, patch, decoders),
    'Error de análisis de GLTFExporter: model.scene es null. Sigue como está; inténtalo de nuevo.',
    'GLTFExporter parse error: model.scene is null. It stays as it is; try again.',
  ],
  [
    'THREE.GLTFExporter not available globally. (S2 8)',
    exportWithoutCode,
    'THREE.GLTFExporter not available globally. La parte de la aplicación que exporta no arrancó: no se ha cambiado nada, recarga la página e inténtalo de nuevo.',
    'THREE.GLTFExporter not available globally. The part of the app that exports did not start: nothing was changed, reload the page and try again.',
  ],
  [
    'THREE no está definido... (S2 8)',
    () => Promise.reject(noCode),
    'THREE no está definido: la parte de la aplicación que dibuja no se ha cargado. Tu trabajo se conserva: recarga la página.',
    'THREE is not defined: the part of the app that draws did not load. Your work is kept: reload the page.',
  ],
] as const)('%s', async (_title, failing, es, en) => {
  const error = await failing().catch((cause: unknown) => cause);
  for (const [language, sentence] of [
    ['es', es],
    ['en', en],
  ] as const) {
    const outside = { ...createFakeOutside(createFakeServer()), languages: [language] };
    const app = createTestApp(outside);
    expect(describeError(app.texts(), error)).toBe(sentence);
  }
});
