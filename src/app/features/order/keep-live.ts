import type { App } from '../../core/app.ts';
import { asLive } from './describe-live.ts';
import { placeOrder } from './place-order.ts';

/**
 * Orders what the live view shows, of this device. A finished picture is the order's; one that is not is drawn to its end.
 *
 * @returns Whether it was finished.
 * @throws What `placeOrder` throws.
 */
export async function keepLive(app: App): Promise<boolean> {
  const live = app.live.current;
  const drawn = live?.finished() ?? null;
  const seed = live?.seed();
  await placeOrder(
    app,
    { isOffline: false, engine: 'studio', isHere: true, cost: 0, drawn },
    ({ settings, camera, activeView }, prepare) =>
      prepare({
        settings: asLive(settings, app.outside.workers.studio.liveMaxPx),
        camera,
        viewIds: activeView === null ? [] : [activeView],
        inSet: null,
        ...(seed !== undefined && { seed }),
      }),
  );
  return drawn !== null;
}
