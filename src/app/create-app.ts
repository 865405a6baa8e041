import { subscribeKey } from 'valtio/utils';
import { loadCode } from './browser/load-code.ts';
import type { Outside } from './browser/outside.ts';
import type { App, AppBase, SendTools } from './core/app.ts';
import { createAppBase } from './core/create-app-base.ts';
import { listSent } from './core/render-queries.ts';
import { createShownModel } from './core/shown-model.ts';
import { createCommandLog } from './data/command-log.ts';
import { openDatabase } from './data/db.ts';
import { createOutbox } from './data/outbox.ts';
import { recallCameraOnly } from './features/views/remember-camera-only.ts';
import { projectMeant } from './orders/project-meant.ts';
import { applyEdit } from './stories/apply-edit.ts';

/**
 * Assembles everything that a signed-in person works with. Starts nothing: `start-app.ts` does.
 *
 * @param base Of this page, made of the same outside world.
 */
export function createApp(outside: Outside, base: AppBase = createAppBase(outside)): App {
  const { state, server, reachability } = base;
  state.views.isCameraOnly = recallCameraOnly(outside.localStorage);
  const db = openDatabase(outside.databaseName, outside.indexedDB, outside.IDBKeyRange, {
    onRoom(hasRoom) {
      state.shell.isDeviceFull = !hasRoom;
    },
    async onNewer() {
      state.shell.isOutdated = true;
      await base.workingCopy.current?.flush();
    },
  });
  // Without a database nothing is known of any, and the call goes all the same.
  base.projectMeant.current = (path, body) =>
    projectMeant(db, base.state.account.userId, path, body)?.catch(() => null) ?? null;
  const tools: SendTools = {
    db,
    server,
    storage: outside.workers.storage,
    compute: outside.workers.compute,
    now: outside.now,
    randomUuid: outside.randomUuid,
    onUploadProgress: (fraction) => {
      state.shell.uploadFraction = fraction !== null && fraction < 1 ? fraction : null;
    },
  };
  const outbox = createOutbox(outside, db, reachability, {
    'create-project': async (row, update, signal) =>
      (await loadCode(() => import('./features/projects/send-project.ts'))).sendNewProject(
        tools,
        row,
        update,
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
      const { sendRender } = await loadCode(() => import('./orders/send-render.ts'));
      const sent = await sendRender(tools, row, signal);
      const deviceKey = row.work.kind === 'import-render' ? row.work.deviceKey : undefined;
      // It is there, whether or not this device has room to remember it.
      if (sent !== null) await listSent({ db, queries: app.queries }, sent, deviceKey).catch(() => {});
      const listed = app.queries.invalidateQueries({ queryKey: ['renders'] });
      if (deviceKey === undefined) return;
      // Drawn on this device, it is shown until the list has it. A page that ends before sends it again, under its key.
      void listed.then(() => db.run(() => db.deviceRenders.delete(deviceKey))).catch(() => {});
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
    'sync-environment': async (row, _update, signal) =>
      (await loadCode(() => import('./features/environment/send-environment.ts'))).sendEnvironment(
        tools,
        row,
        signal,
      ),
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
  const commands = createCommandLog(
    outside.now,
    (edit, side, ofModel) => applyEdit(app, edit, side, ofModel),
    () => state.project.settings.model_hash,
    () => state.shell.language,
  );
  const nameSteps = (): void => {
    state.project.undoLabel = commands.undoLabel();
    state.project.redoLabel = commands.redoLabel();
  };
  commands.onChange(nameSteps);
  subscribeKey(state.shell, 'language', nameSteps);
  const app: App = {
    ...base,
    db,
    outbox,
    commands,
    compute: outside.workers.compute,
    storage: outside.workers.storage,
    viewer: { current: null },
    live: { current: null },
    shownModel: createShownModel(state, db),
    importing: { current: null },
  };
  return app;
}
