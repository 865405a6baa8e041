import { listTracedFiles } from '../../../contract/files/list-recipe-files.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import { RENDER_WARNINGS_MAX, type RenderWarning } from '../../../contract/render-spec.ts';
import type { DeviceEvent, TracePace } from '../../../contract/studio-api.ts';
import type { App } from '../../core/app.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { planSave } from '../../orders/plan-save.ts';
import { obtainFile } from '../../scene/obtain-light.ts';
import type { DeviceRenderRow } from '../../values/device-render.ts';

/** Of a picture in the making: 92 MB for one of 1024 px take half a second. */
const KEEP_EVERY_MS = 10_000;

/**
 * Draws the pictures of one order on this device, those that it has not drawn yet. Each is kept when it is finished, and how
 * far the next one is; with
 * the last one the order is in the outbox, on its way to the server.
 *
 * @param onEvent Told of everything that happens, in its order.
 * @param signal Ends it at once; the row stays as far as it came.
 * @param onOpen Gets what holds its workers, before anything is traced.
 * @throws AppError `traced-files-missing` for a file that neither this device nor the server has, `device-storage-full`,
 *   `worker-crashed`, and what the tracer throws; an AbortError when it is ended.
 */
export async function drawHere(
  app: App,
  { key, recipe, images, attempts = 0 }: DeviceRenderRow,
  onEvent: (event: DeviceEvent) => void,
  signal: AbortSignal,
  onOpen: (pace: TracePace) => void = () => {},
): Promise<void> {
  if (images.length >= recipe.batchSize) return finish(app, key);
  const files = new Map<ContentHash, Blob>();
  for (const hash of listTracedFiles(recipe)) {
    files.set(hash, await obtainFile(app, recipe, hash, signal));
  }
  // One after the other: what an event changes is on this device before the next one counts.
  let kept: Promise<void> = Promise.resolve();
  const change = (patch: (row: DeviceRenderRow) => Partial<DeviceRenderRow>): Promise<void> =>
    app.db.write(async () => {
      const row = await app.db.deviceRenders.get(key);
      if (row === undefined) throw new DOMException('The picture was cancelled.', 'AbortError');
      await app.db.deviceRenders.put({ ...row, ...patch(row) });
    });
  const keep = async (event: DeviceEvent): Promise<void> => {
    if (event.kind === 'started') {
      const { kernelHash } = event;
      return change((row) => ({
        recipe: { ...row.recipe, engineBuild: { ...row.recipe.engineBuild, kernelHash } },
      }));
    }
    if (event.kind === 'warned') {
      return change(({ warnings }) => ({ warnings: addWarning(warnings, event.warning) }));
    }
    if (event.kind !== 'image') return;
    const { batchIndex, widthPx, heightPx, picture } = event;
    const hash = await app.compute().hashFile(picture);
    await app.storage.put(hash, picture);
    await change(({ images: known }) => {
      const isThere = known.some((one) => one.batchIndex === batchIndex);
      if (isThere) return {};
      return { images: [...known, { batchIndex, hash, widthPx, heightPx }], attempts: 1 };
    });
  };
  const skips = images.map(({ batchIndex }) => batchIndex);
  await change(() => ({ state: 'drawing', attempts: attempts + 1, warnings: [], failure: null }));
  try {
    await app.outside.workers.studio.trace(
      { recipe, files, skips, keep: { key, everyMs: KEEP_EVERY_MS } },
      (event) => {
        kept = kept.then(() => keep(event));
        // Its failure is met when all is drawn.
        kept.catch(() => {});
        onEvent(event);
      },
      signal,
      onOpen,
    );
  } finally {
    // Whoever draws on, in this tab or another, counts what is there.
    await kept.catch(() => {});
  }
  await kept;
  await finish(app, key);
}

/** Once each, and no more than a render keeps: the rest are of the same kind. */
function addWarning(known: readonly RenderWarning[], warning: RenderWarning): readonly RenderWarning[] {
  const isTold = known.some(({ kind, name }) => kind === warning.kind && name === warning.name);
  return isTold || known.length >= RENDER_WARNINGS_MAX ? known : [...known, warning];
}

/** Everything is drawn: from here on the outbox brings it to the server, once. */
async function finish(app: App, key: string): Promise<void> {
  await app.db.write(async () => {
    const row = await app.db.deviceRenders.get(key);
    if (row === undefined) return;
    const finished: DeviceRenderRow = { ...row, state: 'finished', finishedAt: app.outside.now() };
    await app.db.deviceRenders.put(finished);
    await queueForServer(app, finished);
  });
  void app.outbox.drain();
}

/** Puts a finished order into the outbox where it is not in it. Call inside `db.write`. */
export async function queueForServer(app: App, row: DeviceRenderRow): Promise<void> {
  const { key, userId, projectKey, recipe } = row;
  const isOf = ({ work }: OutboxRow): boolean => work.kind === 'import-render' && work.deviceKey === key;
  if ((await app.db.outbox.where('userId').equals(userId).filter(isOf).count()) > 0) return;
  const { added } = await planSave(app, projectKey);
  await app.outbox.add(userId, [
    ...added,
    {
      key,
      projectKey,
      // It holds up no save, and waits itself for the model to be there.
      stream: `renders:${projectKey}`,
      dependsOn: null,
      work: {
        kind: 'import-render',
        deviceKey: key,
        render: {
          engine: 'studio',
          created_at: new Date(row.createdAt).toISOString(),
          recipe,
          provenance: [],
          warnings: [...row.warnings],
          made_on_device: true,
          group: row.group ?? null,
          view_ids: [...(row.viewIds ?? [])],
          images: row.images.map(({ batchIndex, hash, widthPx, heightPx }) => ({
            batch_index: batchIndex,
            image_hash: hash,
            width: widthPx,
            height: heightPx,
            fidelity: null,
            kept_product: null,
            layers: [],
          })),
        },
      },
    },
  ]);
}
