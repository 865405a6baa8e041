import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepJson } from '../../../src/app/browser/kept-json.ts';
import type { App } from '../../../src/app/core/app.ts';
import { assignSettings } from '../../../src/app/core/edit-settings.ts';
import { LAST_USER_KEY } from '../../../src/app/core/use-account.ts';
import { followSaves } from '../../../src/app/features/projects/follow-saves.ts';
import { followSync } from '../../../src/app/features/projects/follow-sync.ts';
import { keepWorkingCopy } from '../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import { saveProject } from '../../../src/app/features/projects/save-project.ts';
import { watchLoad } from '../../../src/app/features/stage/watch-load.ts';
import { followViews } from '../../../src/app/features/views/follow-views.ts';
import { queueViews } from '../../../src/app/features/views/queue-views.ts';
import { describeProjectFailure } from '../../../src/app/shell/describe-project-failure.ts';
import type { Language } from '../../../src/app/texts/choose-language.ts';
import { loadTexts } from '../../../src/app/texts/load-texts.ts';
import { UPLOAD_PART_BYTES } from '../../../src/contract/constants.ts';
import { createFakeServer, type FakeServer } from '../../support/fake-http.ts';
import {
  createFakeOutside,
  createTestApp,
  type FakeOutside,
  hashOf,
  until,
} from '../../support/fake-outside.ts';
import { makeView } from '../../support/saved-view.ts';
import { startWholeApp } from '../../support/start-whole-app.ts';

/** A device on which something goes wrong. */
interface Scene {
  readonly app: App;
  readonly server: FakeServer;
  readonly outside: FakeOutside;
  /** Opens the project and follows what becomes of it. */
  open(): Promise<void>;
}

const stops: (() => void)[] = [];
const raise = (error: unknown): never => {
  throw error;
};
const refused = { status: 403, code: 'forbidden' };
/** A model that is sent whole, or in two parts. */
async function dropModel({ app }: Scene, sizeBytes = 3): Promise<void> {
  const bytes = new Uint8Array(sizeBytes);
  await app.storage.put(hashOf(bytes), new Blob([bytes]));
  assignSettings(app, { model_hash: hashOf(bytes), model_name: 'chair.glb', positive_prompt: 'oak' });
}
async function save({ app }: Scene): Promise<void> {
  await saveProject(app);
  await until(() => app.state.project.saving === null);
}
async function look({ app, outside, server }: Scene): Promise<void> {
  stops.push(followSync(app));
  const { length } = server.calls;
  outside.setOnline(true);
  await until(() => server.calls.length > length && app.toasts.queue.visibleToasts.length > 0);
}

/** S3 8, "Project, sync and save": what goes wrong, and what is said in both languages. */
const ROWS: readonly (readonly [
  line: string,
  cause: (scene: Scene) => Promise<void>,
  en: RegExp,
  es: RegExp,
])[] = [
  [
    'Error synchronizing project: …',
    async (scene) => {
      await scene.open();
      scene.server.fail('/last-sync/', { status: 500 });
      await look(scene);
    },
    /^Error synchronizing project: The server could not finish this\./,
    /^Error al sincronizar el proyecto: El servidor/,
  ],
  [
    'Synchronization error: …',
    async (scene) => {
      await scene.open();
      const { current } = scene.app.workingCopy;
      scene.app.workingCopy.current = { ...current!, flush: () => Promise.reject(new Error('a bug')) };
      await look(scene);
    },
    /^Synchronization error: /,
    /^Error de sincronización: /,
  ],
  [
    'Error saving project: …, with the reason of the server',
    async (scene) => {
      await scene.open();
      assignSettings(scene.app, { name: 'Lamp' });
      scene.server.fail('/api/project/31/', refused);
      await save(scene);
    },
    /^Error saving project: Your account may not do this\.$/,
    /^Error al guardar el proyecto: Tu cuenta no puede hacer esto\.$/,
  ],
  [
    'Failed to save project model: …',
    async (scene) => {
      await scene.open();
      await dropModel(scene);
      scene.server.fail('/api/project/31/', refused);
      await save(scene);
    },
    /^Failed to save project model: Your account/,
    /^No se pudo guardar el modelo del proyecto: Tu cuenta/,
  ],
  [
    'Error subiendo chunk: ...',
    async (scene) => {
      await scene.open();
      await dropModel(scene, UPLOAD_PART_BYTES + 1);
      scene.server.fail('/api/chunked-upload/', { status: 404, code: 'not-found' }, refused, refused);
      await save(scene);
    },
    /^Failed to save project model: Error uploading part: Your account/,
    /^No se pudo guardar el modelo del proyecto: Error subiendo chunk: Tu cuenta/,
  ],
  [
    'Error completando subida: ...',
    async (scene) => {
      await scene.open();
      await dropModel(scene, UPLOAD_PART_BYTES + 1);
      scene.server.fail('/api/chunked-upload/complete/', refused);
      await save(scene);
    },
    /^Failed to save project model: Error completing the upload: Your account/,
    /^No se pudo guardar el modelo del proyecto: Error completando subida: Tu cuenta/,
  ],
  [
    'Could not save camera view …',
    async (scene) => {
      await scene.open();
      stops.push(followViews(scene.app, raise));
      assignSettings(scene.app, { camera_views: [makeView(1)] });
      scene.server.fail('/camera-views/', refused, refused, refused);
      queueViews(scene.app);
      await until(() => scene.app.toasts.queue.visibleToasts.length > 0);
    },
    /^Could not save camera view View 1$/,
    /^No se pudo guardar la vista de cámara View 1$/,
  ],
  [
    'Could not delete camera view …',
    async (scene) => {
      scene.server.project!.camera_views = [makeView(1, { backend_id: 9 })];
      await scene.open();
      stops.push(followViews(scene.app, raise));
      const { render_settings } = scene.app.state.project.settings;
      const { uuid } = scene.app.state.project.settings.camera_views[0]!;
      const deleted_views = [{ uuid, timestamp: scene.outside.now() }];
      assignSettings(scene.app, { camera_views: [], render_settings: { ...render_settings, deleted_views } });
      scene.server.fail('delete_camera_view', refused);
      queueViews(scene.app);
      await until(() => scene.app.toasts.queue.visibleToasts.length > 0);
    },
    /^Could not delete camera view View 1$/,
    /^No se pudo eliminar la vista de cámara View 1$/,
  ],
  [
    'Fatal error initializing application. Check console.',
    async ({ app, server }) => {
      keepJson(app.outside.localStorage, LAST_USER_KEY, server.user);
      const db = { ...app.db, run: () => Promise.reject(new Error('a bug')) };
      // Everything that asks the database meets the bug, and tells of it.
      stops.push(startWholeApp({ ...app, db }, () => {}));
      await until(() => app.toasts.queue.visibleToasts.length > 0);
    },
    /^Fatal error initializing application\. Check console\.$/,
    /^Error grave al iniciar la aplicación\. Mira la consola\.$/,
  ],
  [
    // Materials are settings of the project: no service of theirs starts. Their list says itself that it did not come
    // (error-catalogue-libraries.test.ts); what sends their changes can only break by a bug, and that is the application's.
    'Critical error initializing material service.',
    async ({ app, server }) => {
      keepJson(app.outside.localStorage, LAST_USER_KEY, server.user);
      const onEvent: App['outbox']['onEvent'] = (listener) => {
        if (new Error().stack?.includes('followMaterials')) throw new Error('a bug');
        return app.outbox.onEvent(listener);
      };
      stops.push(startWholeApp({ ...app, outbox: { ...app.outbox, onEvent } }, raise));
      await until(() => app.toasts.queue.visibleToasts.length > 0);
    },
    /^Fatal error initializing application\. Check console\.$/,
    /^Error grave al iniciar la aplicación\. Mira la consola\.$/,
  ],
];

let scene: Scene;
beforeAll(() => loadTexts('es'));
beforeEach(() => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  scene = {
    app,
    server,
    outside,
    async open() {
      await loadActiveProject(app, 7, 'New');
      const copy = keepWorkingCopy(app, raise);
      app.workingCopy.current = copy;
      stops.push(copy.stop, followSaves(app, raise), app.outbox.start(7));
    },
  };
});
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop();
  vi.useRealTimers();
});
const said = () => scene.app.toasts.queue.visibleToasts.map(({ content }) => content.title);

test.each(
  ROWS.flatMap(([line, cause, en, es]) => [
    ['en', line, cause, en] as const,
    ['es', line, cause, es] as const,
  ]),
)('%s: %s', async (language, _line, cause, wanted) => {
  scene.app.state.shell.language = language;
  await cause(scene);
  expect(said()).toEqual([expect.stringMatching(wanted)]);
});

test.each<[Language, string, string]>([
  [
    'en',
    'Critical error: Project ID not found after initial sync.',
    'Failed to load essential project data. Cannot continue.',
  ],
  [
    'es',
    'Error crítico: no se encontró el ID del proyecto tras la sincronización inicial.',
    'No se han podido cargar los datos esenciales del proyecto. No se puede continuar.',
  ],
])('a project that cannot be opened says why, and no other is made (%s)', async (language, noId, noData) => {
  const { app, server } = scene;
  app.state.shell.language = language;
  const shown = () => {
    const { status, failure } = app.state.project;
    return [status, describeProjectFailure(app.texts(), failure)];
  };
  const { fetch } = server;
  server.fetch = async (input, init) =>
    input.endsWith('/active/') ? Response.json({ name: 'no id' }) : fetch(input, init);
  await loadActiveProject(app, 7, 'New');
  expect(shown()).toEqual(['failed', noId]);
  server.fetch = fetch;
  server.validToken = 'another';
  server.isRefreshAllowed = false;
  await loadActiveProject(app, 7, 'New');
  expect(shown()).toEqual(['failed', noData]);
  expect(await app.db.projects.count()).toBe(0);
});

test.each<[Language, string]>([
  ['es', 'Timeout al cargar el modelo'],
  ['en', 'The model has not arrived for 30 seconds.'],
])('Timeout al cargar el modelo, after 30 s without progress (%s)', async (language, wanted) => {
  const { app } = scene;
  await scene.open();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  app.state.shell.language = language;
  stops.push(watchLoad(app));
  const load = { name: 'a.glb', hash: null, isImport: false, phase: 'fetching', sizeBytes: null } as const;
  app.state.stage.load = { ...load, progress: 5 };
  vi.advanceTimersByTime(25_000);
  app.state.stage.load = { ...load, progress: 6 };
  vi.advanceTimersByTime(30_000);
  expect(said()).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(said()).toEqual([wanted]);
  // The project is open all the same.
  expect(app.state.project.status).toBe('ready');
});
