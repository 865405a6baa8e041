import { QueryClient } from '@tanstack/react-query';
import { AppError } from '../contract/failure.ts';
import { loadCode } from './browser/load-code.ts';
import type { Outside } from './browser/outside.ts';
import { recallPreferences } from './browser/preferences.ts';
import type { App, SendTools } from './core/app.ts';
import { createShownModel } from './core/shown-model.ts';
import { createCommandLog } from './data/command-log.ts';
import { openDatabase } from './data/db.ts';
import { createOutbox } from './data/outbox.ts';
import { createReachability } from './data/reachability.ts';
import { createServerClient } from './data/server.ts';
import { createSession } from './data/session.ts';
import { recallCameraOnly } from './features/views/remember-camera-only.ts';
import { createState } from './state/state.ts';
import { applyEdit } from './stories/apply-edit.ts';
import { chooseLanguage } from './texts/choose-language.ts';
import { textsOf } from './texts/load-texts.ts';
import { createToasts } from './ui/toasts.ts';

/** Assembles the page around its outside world, in a language whose texts are loaded. Starts nothing: `start-app.ts` does. */
export function createApp(outside: Outside): App {
  const state = createState(
    chooseLanguage(outside.localStorage, outside.languages),
    recallCameraOnly(outside.localStorage),
  );
  Object.assign(state.preferences, recallPreferences(outside.localStorage));
  const db = openDatabase(outside.databaseName, outside.indexedDB, outside.IDBKeyRange);
  const session = createSession(outside);
  const reachability = createReachability(outside);
  const queries = createQueries();
  const renewAddress = async (address: string): Promise<string | null> =>
    (await loadCode(() => import('./data/renew-address.ts'))).renewAddress(queries, address);
  const server = createServerClient(outside, session, reachability, renewAddress);
  const tools: SendTools = {
    db,
    server,
    storage: outside.workers.storage,
    compute: outside.workers.compute,
    now: outside.now,
    randomUuid: outside.randomUuid,
    onUploadProgress: (fraction) => {
      state.shell.uploadFraction = fraction < 1 ? fraction : null;
    },
  };
  const outbox = createOutbox(outside, db, reachability, {
    'create-project': async (row, _update, signal) =>
      (await loadCode(() => import('./features/projects/send-project.ts'))).sendNewProject(
        tools,
        row,
        signal,
      ),
    'activate-project': async (row, _update, signal) =>
      (await loadCode(() => import('./features/projects/send-activation.ts'))).sendActivation(
        tools,
        row,
        signal,
      ),
    'upload-model': async (row, _update, signal) =>
      (await loadCode(() => import('./features/projects/upload-model.ts'))).uploadModel(tools, row, signal),
    'upload-texture': async (row, _update, signal) =>
      (await loadCode(() => import('./features/materials/send-texture.ts'))).sendTexture(tools, row, signal),
    'upload-picture': async (row, _update, signal) =>
      (await loadCode(() => import('./orders/send-picture.ts'))).sendPicture(tools, row, signal),
    'adopt-item': async (row, _update, signal) =>
      (await loadCode(() => import('./orders/send-item.ts'))).sendItem(tools, row, signal),
    'import-render': async (row, _update, signal) => {
      await (await loadCode(() => import('./orders/send-render.ts'))).sendRender(tools, row, signal);
      void app.queries.invalidateQueries({ queryKey: ['renders'] });
    },
    'save-project': async (row, update, signal) =>
      (await loadCode(() => import('./features/projects/send-project.ts'))).sendSavedProject(
        tools,
        row,
        update,
        signal,
      ),
    'sync-selection': async (row, _update, signal) =>
      (await loadCode(() => import('./features/selection/send-selection.ts'))).sendSelection(
        tools,
        row,
        signal,
      ),
    'sync-materials': async (row, _update, signal) =>
      (await loadCode(() => import('./features/material-sync/send-materials.ts'))).sendMaterials(
        tools,
        row,
        signal,
      ),
    'sync-look': async (row, _update, signal) =>
      (await loadCode(() => import('./features/looks/send-look.ts'))).sendLook(tools, row, signal),
    'sync-sketches': async (row, _update, signal) =>
      (await loadCode(() => import('./features/light-map/send-sketches.ts'))).sendSketches(
        tools,
        row,
        signal,
      ),
    'sync-views': async (row, _update, signal) =>
      (await loadCode(() => import('./features/views/send-views.ts'))).sendViews(tools, row, signal),
    'order-render': async (row, _update, signal) =>
      (await loadCode(() => import('./features/order/send-order.ts'))).sendOrder(tools, row, signal),
    'rerun-render': async (row, _update, signal) =>
      (await loadCode(() => import('./features/order/send-rerun.ts'))).sendRerun(tools, row, signal),
  });
  const commands = createCommandLog(outside.now, (edit, side) => applyEdit(app, edit, side));
  commands.onChange(() => {
    state.project.undoLabel = commands.undoLabel();
    state.project.redoLabel = commands.redoLabel();
  });
  const app: App = {
    outside,
    state,
    db,
    session,
    reachability,
    server,
    queries,
    renewAddress,
    outbox,
    commands,
    toasts: createToasts(),
    texts: () => textsOf(state.shell.language),
    compute: outside.workers.compute,
    storage: outside.workers.storage,
    viewer: { current: null },
    shownModel: createShownModel(state, db),
    workingCopy: { current: null },
    importing: { current: null },
  };
  return app;
}

/** Reads only: what must not be lost goes through the outbox. */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: 30_000,
        retry: (count, error) =>
          error instanceof AppError &&
          ['server-failed', 'server-unready'].includes(error.failure.code) &&
          count < 2,
      },
    },
  });
}
