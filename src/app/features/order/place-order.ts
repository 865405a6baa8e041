import { AppError } from '../../../contract/failure.ts';
import type { App, LiveResult } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { pinModel } from '../../core/pin-model.ts';
import type { NewRow } from '../../data/outbox.ts';
import { dropFiles, listCaptures } from '../../orders/drop-files.ts';
import { holdFiles } from '../../orders/hold-files.ts';
import { planSave } from '../../orders/plan-save.ts';
import { showOrdered } from '../../orders/show-ordered.ts';
import { mustNotBeStopped } from '../../orders/stop-orders.ts';
import { untilDressed } from '../../scene/until-dressed.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { commitHere } from './commit-here.ts';
import { SaveNotStarted } from './describe-order-error.ts';
import {
  type FrozenStage,
  type OrderTerms,
  type Picture,
  type PreparedOrder,
  prepareOrder,
} from './prepare-order.ts';

/** How an order is made. */
export interface OrderOptions extends OrderTerms {
  /** There is no connection: the person has said yes, and it waits (L4). */
  readonly isOffline: boolean;
  /** This device draws it, with Studio; nothing is asked of the server. */
  readonly isHere?: boolean;
  /** The live view has drawn it already: it is the picture if the order's recipe is the same. Counts where `isHere`. */
  readonly drawn?: LiveResult | null;
}

/**
 * Orders pictures of the stage: freezes the stage, has `take` prepare each picture, and commits them as rows of the outbox,
 * which are sent after the model and the save that they depend on, and again until they are answered.
 *
 * @param take Calls `prepare` for each picture, in their order, while the stage shows it.
 * @param signal Ends it, with nothing ordered.
 * @throws AppError `worker-crashed`, `graphics-unavailable`, `device-storage-full`, `not-found` without a person, a project or
 *   a model, `model-changed`; {@link SaveNotStarted}; an AbortError when it is ended or everything is cancelled meanwhile.
 *   Nothing is ordered then.
 */
export async function placeOrder(
  app: App,
  options: OrderOptions,
  take: (
    frozen: FrozenStage,
    prepare: (picture: Picture) => Promise<void>,
    mustGoOn: () => void,
  ) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const { order } = app.state;
  order.button = 'preparing';
  const notStopped = mustNotBeStopped(app);
  const mustGoOn = (): void => {
    signal?.throwIfAborted();
    notStopped();
  };
  const prepared: PreparedOrder[] = [];
  const held = holdFiles(app);
  try {
    const frozen = await freezeStage(app);
    const prepare = async (picture: Picture): Promise<void> => {
      prepared.push(await prepareOrder(app, frozen, picture, options, held));
    };
    await take(frozen, prepare, mustGoOn);
    if (options.isHere === true)
      await commitHere(app, frozen.person, prepared, options.drawn ?? null, mustGoOn);
    else await commitOrders(app, frozen.person, prepared, options.isOffline, mustGoOn);
  } catch (error) {
    order.button = 'ready';
    await held.end();
    const files = prepared.flatMap((one) => one.files);
    // What cannot be taken away goes with the sweep: what went wrong is told.
    await dropFiles(app, listCaptures(files)).catch(() => {});
    throw error;
  }
  await held.end();
}

/** Waits until the stage shows what the settings say. Every edit so far is on this device afterwards. */
async function freezeStage(app: App): Promise<FrozenStage> {
  const { account, project, stage } = app.state;
  const viewer = app.viewer.current;
  if (viewer === null) throw new AppError({ code: 'not-found' });
  // Without a pause where there is nothing to wait for: the next edit may come at once.
  if (stage.pending > 0) await untilDressed(app);
  const settings = copyPlain(currentSettings(app));
  const { activeView, modelHash } = stage;
  const { userId } = account;
  const { key: projectKey } = project;
  const isShown = pinModel(app);
  if (projectKey === null || userId === null || modelHash === null) throw new AppError({ code: 'not-found' });
  try {
    await app.workingCopy.current?.flush();
  } catch (error) {
    throw new SaveNotStarted('the working copy was not written', { cause: error });
  }
  const model = await app.db.run(() => app.db.models.get(modelHash));
  if (model === undefined) throw new AppError({ code: 'not-found' });
  const camera = await viewer.api.camera();
  return { person: { userId, projectKey }, model, isShown, settings, camera, activeView };
}

/**
 * Commits orders together with the save that they depend on: all of it or nothing. Each waits for the one before it, so
 * that a refusal of one stops the rest. They are sent as soon as they can be.
 *
 * @param isOffline There is no connection, and the person has said yes to sending them later (L4).
 * @param mustGoOn Throws when they are no longer wanted; nothing is committed then.
 * @throws AppError `device-storage-full`, and what `mustGoOn` throws.
 */
async function commitOrders(
  app: App,
  person: FrozenStage['person'],
  orders: readonly PreparedOrder[],
  isOffline: boolean,
  mustGoOn: () => void,
): Promise<void> {
  const { order } = app.state;
  const { userId, projectKey } = person;
  const keys = orders.map(() => app.outside.randomUuid());
  await app.db.write(async () => {
    const save = await planSave(app, projectKey);
    const project = await app.db.projects.get(projectKey);
    const isNew = project !== undefined && project.settings.model_hash !== project.saved.model_hash;
    // Light goes behind them: no order waits for it.
    const isLight = ({ work }: NewRow): boolean => work.kind === 'sync-sketches';
    const rows = save.added.filter((row) => !isLight(row));
    let dependsOn = save.keys.at(-1) ?? null;
    const pictures = new Set<string>();
    for (const [index, { request, files, price, backdrop }] of orders.entries()) {
      if (backdrop !== null && !pictures.has(backdrop.hash)) {
        pictures.add(backdrop.hash);
        const key = app.outside.randomUuid();
        rows.push({ key, projectKey, dependsOn, work: { kind: 'upload-picture', ...backdrop } });
        dependsOn = key;
      }
      const key = keys[index]!;
      const isFirstUpload = isNew && index === 0;
      const work = { kind: 'order-render', request, files, isOffline, price, isFirstUpload } as const;
      rows.push({ key, projectKey, dependsOn, work });
      dependsOn = key;
    }
    await app.outbox.add(userId, [...rows, ...save.added.filter(isLight)]);
    // The last moment before they can be sent: whoever cancels later finds them waiting.
    mustGoOn();
  });
  const isOnline = app.reachability.connection() === 'online';
  if (isOnline) {
    for (const [index, { request }] of orders.entries()) showOrdered(app, keys[index]!, request.engine);
  }
  order.key = isOnline ? (keys[0] ?? null) : null;
  if (!isOnline) order.button = 'ready';
  void app.outbox.drain();
}
