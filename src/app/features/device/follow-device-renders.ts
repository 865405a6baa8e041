import { AppError, isAbort } from '../../../contract/failure.ts';
import { listRecipeFiles } from '../../../contract/files/list-recipe-files.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { DeviceEvent } from '../../../contract/studio-api.ts';
import type { App } from '../../core/app.ts';
import { deviceRendersQuery, noteSent } from '../../core/render-queries.ts';
import { announce } from '../../state/progress.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { DeviceRenderRow } from '../../values/device-render.ts';
import { ATTEMPTS_MAX, countAttempts, noteHidden } from './count-attempts.ts';
import { describeDeviceRender } from './describe-device-render.ts';
import { drawHere, queueForServer } from './draw-here.ts';
import { paceDrawing } from './pace-drawing.ts';
import { spareBattery } from './spare-battery.ts';

/** Held by the tab that draws: one order at a time, in one tab of this browser. */
const LOCK = 'vitrine-device-render';
/** Pause before what waits is looked at again, where that has failed. */
const AGAIN_MS = 10_000;

/**
 * Draws the person's orders for this device, the oldest first, and shows what is finished until the server has it. What a
 * tab left behind, reloaded or gone, the next one draws. Returns the function that stops.
 *
 * @param onError Told about bugs; expected failures are shown where they happen.
 */
export function followDeviceRenders(app: App, userId: number, onError: (error: unknown) => void): () => void {
  const live = app.state.progress;
  let isStopped = false;
  const addresses = new Map<string, { readonly id: number; readonly urls: Map<ContentHash, string> }>();
  /** The order that this tab draws. */
  let drawn: { readonly key: string; readonly ending: AbortController } | null = null;
  let lastId = 0;
  let rows: readonly DeviceRenderRow[] = [];
  let preview: string | null = null;
  let isSparing = false;
  let isSpared = false;

  const mine = (): Promise<DeviceRenderRow[]> =>
    app.db.deviceRenders.where('userId').equals(userId).sortBy('createdAt');
  const showPreview = (picture: Blob | null): void => {
    if (preview !== null) URL.revokeObjectURL(preview);
    preview = picture === null ? null : URL.createObjectURL(picture);
    if (live.here !== null) live.here.preview = preview;
  };
  const show = (event: DeviceEvent): void => {
    if (live.here === null) return;
    if (event.kind === 'progress') {
      live.here.percent = event.percent;
      live.here.nodeId = event.nodeId;
    } else if (event.kind === 'preview') showPreview(event.picture);
  };
  const fail = async (key: string, error: unknown): Promise<void> => {
    const failure = error instanceof AppError ? error.failure : null;
    await app.db.run(() =>
      app.db.deviceRenders.update(key, {
        state: 'failed',
        failure: failure ?? { code: 'engine-failed', reason: String(error) },
      }),
    );
    if (failure === null) onError(error);
    else app.toasts.show('error', describeFailure(app.texts(), failure), { cause: failure });
  };
  /** It was not too much for the tab; while pictures rest, whoever is looked at draws it. */
  const rest = (key: string): Promise<unknown> =>
    app.db.run(() =>
      app.db.deviceRenders.update(key, { attempts: 0, ...(isSparing && { state: 'waiting' as const }) }),
    );
  const draw = async (row: DeviceRenderRow): Promise<void> => {
    // The live view may have drawn all of it.
    const isDrawn = row.images.length >= row.recipe.batchSize;
    const attempts = countAttempts(app, row);
    if (!isDrawn && attempts >= ATTEMPTS_MAX) {
      return fail(row.key, new AppError({ code: 'device-overwhelmed' }));
    }
    const ending = new AbortController();
    let stopPacing = (): void => {};
    drawn = { key: row.key, ending };
    const endNote = noteHidden(app, row.key);
    if (!isDrawn) live.here = { key: row.key, percent: 0, nodeId: null, preview: null };
    try {
      await drawHere(app, { ...row, attempts }, show, ending.signal, (pace) => {
        stopPacing = paceDrawing(app, pace);
      });
      announce(live, app.texts().t.order.finished);
      if (!app.outside.page.isVisible()) live.unseen += 1;
    } catch (error) {
      if (!isAbort(error)) await fail(row.key, error);
      else await rest(row.key);
    } finally {
      stopPacing();
      endNote();
      drawn = null;
      showPreview(null);
      live.here = null;
    }
  };
  const drawAll = async (): Promise<void> => {
    for (;;) {
      if (isStopped || isSparing) return;
      const next = (await app.db.run(mine)).find(({ state }) => state === 'waiting' || state === 'drawing');
      if (next === undefined) return;
      await draw(next);
    }
  };
  const isUnfinished = ({ state }: DeviceRenderRow): boolean => state !== 'finished';
  /** Lets go of how far a picture was that nobody waits for any more, whosever it is. */
  const tidy = async (): Promise<void> => {
    const count = await app.db.run(() => app.db.deviceRenders.filter(isUnfinished).count());
    if (count === 0) await app.outside.workers.studio.forget();
  };
  let drawing: Promise<void> | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => {
    clearTimeout(again);
    if (drawing !== null || isSparing) return;
    if (!rows.some(({ state }) => state === 'waiting' || state === 'drawing')) return;
    let wait = 0;
    drawing = app.outside.locks
      .request(LOCK, drawAll)
      .catch((error: unknown) => {
        wait = AGAIN_MS;
        onError(error);
      })
      .finally(() => {
        drawing = null;
        void tidy().catch(onError);
        if (isStopped) return;
        if (wait === 0) begin();
        else again = setTimeout(begin, wait);
      });
  };

  // What is drawn makes way for a tab that somebody looks at, and goes on from where it was kept.
  const stopSparing = spareBattery(app, (now) => {
    isSparing = live.isSparing = now;
    if (now) {
      isSpared = drawn !== null;
      drawn?.ending.abort();
      return;
    }
    if (isSpared && app.outside.page.isVisible()) {
      app.toasts.show('info', lateTextsOf(app.texts().language).here.spared, { about: 'device' });
    }
    isSpared = false;
    begin();
  });

  const forget = (key: string): void => {
    for (const url of addresses.get(key)?.urls.values() ?? []) URL.revokeObjectURL(url);
    addresses.delete(key);
  };
  const openFiles = async (row: DeviceRenderRow): Promise<void> => {
    const urls = new Map<ContentHash, string>();
    for (const hash of [...row.images.map((image) => image.hash), ...listRecipeFiles(row.recipe)]) {
      if (hash === row.recipe.scene.modelHash) continue;
      const file = await app.storage.get(hash);
      if (file !== null) urls.set(hash, URL.createObjectURL(file));
    }
    lastId -= 1;
    addresses.set(row.key, { id: lastId, urls });
  };
  let showing: Promise<void> = Promise.resolve();
  const showFinished = async (): Promise<void> => {
    const finished = rows.filter(({ state }) => state === 'finished');
    const keys = new Set(finished.map(({ key }) => key));
    for (const row of finished) if (!addresses.has(row.key)) await openFiles(row);
    for (const key of addresses.keys()) if (!keys.has(key)) forget(key);
    if (isStopped) return;
    app.queries.setQueryData(
      deviceRendersQuery().queryKey,
      finished.flatMap((row) => {
        const known = addresses.get(row.key);
        if (known === undefined) return [];
        const urlOf = (hash: ContentHash): string | null => known.urls.get(hash) ?? null;
        return [
          { projectKey: row.projectKey, key: row.key, render: describeDeviceRender(row, known.id, urlOf) },
        ];
      }),
    );
    for (const { key, sentAs } of finished) if (sentAs !== undefined) noteSent(app.queries, key, sentAs);
  };
  const stopRows = app.db.watch(
    () => mine(),
    (found) => {
      rows = found;
      live.hereCount = found.filter(isUnfinished).length;
      // Cancelled, here or in another tab.
      if (drawn !== null && !found.some(({ key }) => key === drawn?.key)) drawn.ending.abort();
      showing = showing.then(showFinished).catch(onError);
      begin();
    },
  );
  // Saves of an older version took refused ones out of the outbox.
  const mend = (): Promise<void> =>
    app.db.write(async () => {
      for (const row of await mine()) if (row.state === 'finished') await queueForServer(app, row);
    });
  void mend().catch(onError);
  void tidy().catch(onError);
  return () => {
    isStopped = true;
    clearTimeout(again);
    stopSparing();
    drawn?.ending.abort();
    stopRows();
    showPreview(null);
    live.here = null;
    live.isSparing = false;
    live.hereCount = 0;
    void showing.finally(() => {
      for (const key of [...addresses.keys()]) forget(key);
    });
  };
}
