import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { dropFiles } from '../../orders/drop-files.ts';
import { mustNotBeStopped } from '../../orders/stop-orders.ts';
import { untilDressed } from '../../scene/until-dressed.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { commitOrders } from './commit-orders.ts';
import { openOrder } from './open-order.ts';
import { type OrderTerms, type PreparedOrder, prepareOrder } from './prepare-order.ts';

/** A texture that has not come by then is missing on the stage as well, which says so. */
export const DRESSING_MAX_MS = 60_000;

/** How an order is made. */
export interface OrderOptions extends OrderTerms {
  /** There is no connection: the person has said yes, and it waits (L4). */
  readonly isOffline: boolean;
}

/**
 * Orders a render of what the stage shows now. The order is a row in the outbox the moment this resolves: it is sent
 * after the model and the save it depends on, and again until it is answered.
 *
 * @throws AppError `worker-crashed`, `graphics-unavailable`, `device-storage-full`, `not-found` without a model, `model-changed`;
 *   {@link SaveNotStarted}; an AbortError, with nothing ordered, when everything is cancelled meanwhile.
 */
export async function requestRender(app: App, options: OrderOptions): Promise<void> {
  const { order, stage } = app.state;
  const viewer = app.viewer.current;
  if (viewer === null) throw new AppError({ code: 'not-found' });
  order.button = 'preparing';
  const mustGoOn = mustNotBeStopped(app);
  let files: PreparedOrder['files'] = [];
  try {
    // 1. Freeze the draft, once the stage shows it: whatever the person changes from here on is for the next picture.
    if (stage.pending > 0) await untilDressed(app, DRESSING_MAX_MS);
    const settings = copyPlain(currentSettings(app));
    const { activeView } = stage;
    const { person, ...shown } = await openOrder(app);
    const camera = await viewer.api.camera();

    // 2. Take the pictures of the stage and keep them on this device.
    const viewIds = activeView === null ? [] : [activeView];
    const picture = { settings, camera, viewIds, inSet: null };
    const prepared = await prepareOrder(app, shown, picture, options);
    files = prepared.files;

    // 3. Commit the order together with the save that it depends on.
    await commitOrders(app, person, [prepared], options.isOffline, mustGoOn);
  } catch (error) {
    order.button = 'ready';
    await dropFiles(
      app,
      files.map(([, hash]) => hash),
      null,
    );
    throw error;
  }
}
