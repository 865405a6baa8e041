import { expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { assignSettings } from '../../../src/app/core/edit-settings.ts';
import { exportModel } from '../../../src/app/features/export/export-model.ts';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import {
  describeLoadError,
  describeStageFailure,
} from '../../../src/app/features/stage/describe-load-failure.ts';
import { followScene } from '../../../src/app/features/stage/follow-scene.ts';
import { importModel } from '../../../src/app/features/stage/import-model.ts';
import { showModel } from '../../../src/app/features/stage/show-model.ts';
import { goToView } from '../../../src/app/features/views/go-to-view.ts';
import { pullViews } from '../../../src/app/features/views/pull-views.ts';
import { describeError } from '../../../src/app/texts/describe-failure.ts';
import { exportGlb } from '../../../src/workers/compute/gltf/export-glb.ts';
import { encodeMasks } from '../../../src/workers/compute/pictures/encode-masks.ts';
import { makeBoxes, makeGlb } from '../../support/box-model.ts';
import { createFakeServer, type FakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf, until } from '../../support/fake-outside.ts';
import { createFakeViewer } from '../../support/fake-viewer.ts';
import { makeLibraryItem } from '../../support/library-items.ts';

type Language = 'es' | 'en';

/** A product on one device, in a language, with its project open. */
interface Scene {
  readonly app: App;
  readonly server: FakeServer;
  readonly warnings: readonly string[];
}

const signal = new AbortController().signal;
const chair = makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }]);
const cut = new Blob([new Uint8Array(chair.subarray(0, -100))]);
const noScene = new Blob([new Uint8Array(makeGlb({ meshes: [] }, new Float32Array(1)))]);
const noGlb = new Blob([new Uint8Array(20)]);
const decoders = { draco: async () => ({}), meshopt: async () => ({}) };
const patch = { normalisation: [], modelTransform: [], hiddenNodes: [], dressings: [], materials: [] };

/** What a call threw, as its sentence. */
async function sentence(failing: Promise<unknown>, describe: (error: unknown) => string): Promise<string> {
  try {
    await failing;
  } catch (error) {
    return describe(error);
  }
  throw new Error('nothing failed');
}

const load = ({ app }: Scene, path: string, file: Blob): Promise<string> =>
  sentence(importModel(app, [{ path, file }], signal), (error) =>
    describeLoadError(app.texts(), path, error),
  );
const plain = ({ app }: Scene, failing: Promise<unknown>): Promise<string> =>
  sentence(failing, (error) => describeError(app.texts(), error));
const console = async ({ warnings }: Scene, work: Promise<unknown>): Promise<string> => {
  await work;
  return warnings.join('\n');
};

/** What the card says of the project's model, which is not on this device. */
async function fetchModel({ app, server }: Scene, answer: Response | null): Promise<string> {
  server.project!.model_glb_url = answer === null ? null : '/files/chair.glb?exp=1&sig=2';
  const { fetch } = server;
  server.fetch = async (input, init) =>
    answer !== null && input.includes('/files/chair.glb') ? answer : fetch(input, init);
  app.viewer.current = createFakeViewer();
  await showModel(app, hashOf(chair), signal);
  return describeStageFailure(app.texts(), app.state.stage.failed!);
}

/** The next toast over the stage. */
async function stageToast({ app }: Scene): Promise<string> {
  const viewer = createFakeViewer();
  app.viewer.current = viewer;
  const follower = followScene(app, viewer, (error) => {
    throw error;
  });
  await until(() => app.toasts.queue.visibleToasts.length > 0);
  follower.stop();
  return app.toasts.queue.visibleToasts.map(({ content }) => content.title).join();
}

/** The project has a background that is in the library; its picture does not come. */
async function loseBackground(scene: Scene): Promise<string> {
  const { app, server } = scene;
  const { fetch } = server;
  const loft = makeLibraryItem(5, { names: { en: 'Loft', es: 'Desván' }, image: '/files/loft.webp' });
  server.fetch = async (input, init) =>
    input.endsWith('/api/background/')
      ? Response.json([loft])
      : input.includes('/files/loft.webp')
        ? new Response('gone', { status: 410 })
        : fetch(input, init);
  assignSettings(app, { background_id: loft.id });
  return stageToast(scene);
}

type Row = readonly [title: string, cause: (scene: Scene) => Promise<string>, es: string, en: string];

const ROWS: readonly Row[] = [
  [
    'MODEL_LOAD_ERROR of a file',
    (scene) => load(scene, 'silla.glb', cut),
    'Error cargando silla.glb: le falta el final, como tras una descarga o una copia interrumpida. Consigue el archivo de nuevo.',
    'Error loading silla.glb: its end is missing, as after a download or a copy that broke off. Get the file again.',
  ],
  [
    'LOAD_PROJECT_MODEL_URL_FAILED',
    (scene) => fetchModel(scene, new Response(cut)),
    'Fallo al cargar modelo desde URL: le falta el final, como tras una descarga o una copia interrumpida. Consigue el archivo de nuevo.',
    'Failed to load model from URL: its end is missing, as after a download or a copy that broke off. Get the file again.',
  ],
  [
    'Fallo al cargar modelo desde {url}: {reason}, with HTTP error! status: {code} - {body}',
    (scene) => fetchModel(scene, new Response('upstream\n is down', { status: 502 })),
    'Fallo al cargar modelo desde /files/chair.glb: Error HTTP: estado 502 - upstream is down',
    'Failed to load model from /files/chair.glb: HTTP error! status: 502 - upstream is down',
  ],
  [
    'No se pudo cargar el modelo',
    (scene) => fetchModel(scene, null),
    'No se pudo cargar el modelo. No está en este dispositivo ni en el servidor: abre su archivo otra vez.',
    'The model could not be loaded. It is neither on this device nor on the server: open its file again.',
  ],
  [
    'RESOURCE_LOAD_ERROR of a background',
    loseBackground,
    'Error cargando el fondo «Desván»',
    'Error loading the background “Loft”',
  ],
  [
    'a file whose format is not one of the three (S2 5, D3)',
    (scene) => load(scene, 'silla.stl', cut),
    'Formato de archivo no soportado',
    'Unsupported file format',
  ],
  [
    'a loader without a scene (S2 5)',
    (scene) => load(scene, 'silla.glb', noScene),
    'Error cargando silla.glb: el cargador no devolvió una escena válida. Expórtalo de nuevo con las partes que quieras ver.',
    'Error loading silla.glb: it has no scene to show. Export it again with the parts you want to see.',
  ],
  [
    'Scene not initialized for export.',
    (scene) => plain(scene, exportModel(scene.app, signal)),
    'La escena no está lista para exportar.',
    'Scene not initialized for export.',
  ],
  [
    'GLTFExporter parse error: {reason}',
    (scene) => plain(scene, exportGlb(noGlb, patch, decoders)),
    'Error de análisis de GLTFExporter: no se ha podido escribir el modelo. Sigue como está; inténtalo de nuevo.',
    'GLTFExporter parse error: the model could not be written. It stays as it is; try again.',
  ],
  [
    'No matching materials found in scene (S2 5)',
    (scene) => plain(scene, encodeMasks(new ArrayBuffer(16), 2, 2, [[1]])),
    'No se han encontrado materiales coincidentes en la escena',
    'No matching materials found in scene',
  ],
  [
    'a sync of views without a project on the server (S2 5)',
    (scene) => {
      scene.app.state.project.serverId = null;
      return console(scene, pullViews(scene.app, signal));
    },
    'No hay projectId disponible para sincronización',
    'There is no projectId to synchronise with',
  ],
  [
    'a sync of views without a state (S2 5)',
    (scene) => {
      scene.app.state.project.key = null;
      return console(scene, pullViews(scene.app, signal));
    },
    'No hay estado disponible para sincronización',
    'There is no state to synchronise',
  ],
  [
    'console: a view with an ID that is not found',
    (scene) => console(scene, goToView(scene.app, 'x')),
    'No se encontró la vista con ID x',
    'View with ID x not found',
  ],
];

async function open(language: Language): Promise<Scene> {
  const server = createFakeServer();
  const outside = { ...createFakeOutside(server), languages: [language] };
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  return { app, server, warnings: outside.warnings };
}

test.each(ROWS)('%s', async (_title, cause, es, en) => {
  expect(await cause(await open('es'))).toBe(es);
  expect(await cause(await open('en'))).toBe(en);
});
