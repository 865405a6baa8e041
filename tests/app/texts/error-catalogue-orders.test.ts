import { expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { assignSettings } from '../../../src/app/core/edit-settings.ts';
import { describeOrderError } from '../../../src/app/features/order/describe-order-error.ts';
import { followOrders } from '../../../src/app/features/order/follow-orders.ts';
import { judgeButton, type Refusal } from '../../../src/app/features/order/judge-button.ts';
import { requestRender } from '../../../src/app/features/order/request-render.ts';
import { followRenders } from '../../../src/app/features/progress/follow-renders.ts';
import { importModel } from '../../../src/app/features/stage/import-model.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { createFakeServer, type FakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, until } from '../../support/fake-outside.ts';
import { createFakeViewer } from '../../support/fake-viewer.ts';
import { openViewsApp } from '../../support/views-app.ts';

type Language = 'es' | 'en';

/** A signed-in person with a model on the stage, about to press Render. */
interface Scene {
  readonly app: App;
  readonly server: FakeServer;
  readonly stop: () => void;
}

const CAMERA = {
  position: [1, 2, 3],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};

async function open(language: Language): Promise<Scene> {
  const server = createFakeServer();
  const outside = { ...createFakeOutside(server), languages: [language] };
  const { app, stop } = await openViewsApp(outside);
  const passes = { ids: null, outline: null, depth: null, normal: null, alpha: null };
  app.viewer.current = createFakeViewer({
    camera: CAMERA,
    capturePasses: { ...passes, snapshot: new ArrayBuffer(4), widthPx: 1024, heightPx: 1024 },
  });
  app.state.account.status = 'signed-in';
  app.state.stage.graphics = 'ready';
  const glb = makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }]);
  const file = new Blob([new Uint8Array(glb)]);
  await importModel(app, [{ path: 'chair.glb', file }], new AbortController().signal);
  app.state.stage.load = null;
  app.state.stage.modelHash = app.state.project.settings.model_hash;
  const stops = [followRenders(app, 7), followOrders(app), stop];
  return {
    app,
    server,
    stop: () => {
      for (const end of stops) end();
    },
  };
}

/** As the button does it; what stands on the screen afterwards, the newest last. */
async function press({ app }: Scene): Promise<string> {
  try {
    await requestRender(app, { isOffline: false, cost: 200 });
    await app.outbox.drain();
  } catch (error) {
    app.toasts.show('error', describeOrderError(app, error));
  }
  expect(app.state.progress.loader.jobs).toEqual([]);
  await until(() => app.state.order.button === 'ready');
  return said(app);
}

function said(app: App): string {
  return app.toasts.queue.visibleToasts
    .map(({ content }) => `${content.kind}: ${content.title}`)
    .reverse()
    .join(' | ');
}

async function refuse(scene: Scene, change: (app: App) => void): Promise<string> {
  const { app } = scene;
  change(app);
  const { account, project, stage, order } = app.state;
  const plan = { engine: 'studio', isMissing: false };
  const look = project.settings.render_settings;
  const facts = { account, project, stage, button: order.button, service: 'studio' as const, plan, look };
  const { refusal } = judgeButton(facts);
  return app.texts().t.order[refusal as Refusal];
}

/** The order is on its way, and its first call is lost. */
async function loseConnection(scene: Scene): Promise<string> {
  const { app, server } = scene;
  server.fail('/api/render/', 'lost-request');
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  const kept = await app.db.outbox.toArray();
  expect(kept.map(({ work, state }) => [work.kind, state])).toEqual([['order-render', 'ready']]);
  return said(app);
}

/** The order is refused for now, and stays. */
async function waitForEnd({ app, server }: Scene): Promise<string> {
  server.fail('/api/render/', { status: 503, code: 'maintenance' });
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  const kept = await app.db.outbox.toArray();
  expect(kept.map(({ work, state }) => [work.kind, state])).toEqual([['order-render', 'ready']]);
  await until(() => app.state.order.button === 'ready');
  return said(app);
}

type Row = readonly [title: string, cause: (scene: Scene) => Promise<string>, es: string, en: string];

const ROWS: readonly Row[] = [
  [
    '402 on creation: loader hidden, info toast',
    (scene) => {
      scene.server.user.credits = 0;
      return press(scene);
    },
    'info: No tienes créditos suficientes para renderizar. Compra más créditos para continuar.',
    "info: You don't have enough credits to render. Please purchase more credits to continue.",
  ],
  [
    'other render errors: loader hidden, Error: {message}',
    (scene) => {
      scene.server.fail('/api/render/', { status: 403, code: 'forbidden' });
      return press(scene);
    },
    'error: Error: Tu cuenta no puede hacer esto.',
    'error: Error: Your account may not do this.',
  ],
  [
    'network failure',
    loseConnection,
    'error: Error de conexión al intentar crear el render: No se puede conectar con el servidor. Tu trabajo está a salvo en este dispositivo.',
    'error: Connection error while creating the render: The server cannot be reached. Your work is safe on this device.',
  ],
  [
    'the server is being worked on: the order waits, and the button does not',
    waitForEnd,
    'info: El servidor está en mantenimiento. Puedes verlo todo; lo que cambies se guarda en este dispositivo y se envía después.',
    'info: The server is being worked on. You can look at everything; what you change is kept on this device and sent afterwards.',
  ],
  [
    'auto-save failure',
    (scene) => {
      assignSettings(scene.app, { positive_prompt: 'oak' });
      scene.server.fail('/api/project/31/', { status: 403, code: 'forbidden' });
      return press(scene);
    },
    'error: El guardado automático falló: Tu cuenta no puede hacer esto. Render cancelado.',
    'error: Auto-save failed: Your account may not do this. Render aborted.',
  ],
  [
    'error starting the auto-save',
    (scene) => {
      const { workingCopy } = scene.app;
      const copy = workingCopy.current!;
      workingCopy.current = { ...copy, flush: () => Promise.reject(new Error('no room')) };
      return press(scene);
    },
    'error: Error al iniciar el guardado automático.',
    'error: Error initiating auto-save.',
  ],
  [
    'S3 5: no project',
    (scene) =>
      refuse(scene, ({ state }) => {
        state.project.key = null;
      }),
    'Datos insuficientes para crear el render (falta ID de proyecto).',
    'Not enough data to create the render (project ID missing).',
  ],
  [
    'S3 5: no access token',
    (scene) =>
      refuse(scene, ({ state }) => {
        state.account.status = 'signed-out';
      }),
    'Usuario no autenticado o sesión expirada.',
    'User not authenticated or session expired.',
  ],
  [
    'S3 5: the transform tool is on',
    (scene) =>
      refuse(scene, ({ state }) => {
        state.stage.toolbar = 'transform';
      }),
    'Desactiva la herramienta Transformar antes de renderizar.',
    'Please deactivate the Transform tool before rendering.',
  ],
  [
    'S3 5: no model',
    (scene) =>
      refuse(scene, ({ state }) => {
        state.stage.modelHash = null;
      }),
    'No se puede renderizar: no hay ningún modelo cargado.',
    'Cannot render: No model loaded.',
  ],
  [
    'S3 5: the viewer or its components are loading',
    (scene) =>
      refuse(scene, ({ state }) => {
        state.stage.graphics = 'starting';
      }),
    'Error: el visor o sus componentes todavía se están cargando.',
    'Error: The viewer or its components are still loading.',
  ],
];

test.each(ROWS)('%s', async (_title, cause, es, en) => {
  for (const [language, sentence] of [
    ['es', es],
    ['en', en],
  ] as const) {
    const scene = await open(language);
    expect(await cause(scene)).toBe(sentence);
    scene.stop();
  }
});
