import type { App } from '../../core/app.ts';
import { type OrderOptions, placeOrder } from './place-order.ts';

/**
 * Orders a render of what the stage shows now. The order is a row in the outbox the moment this resolves.
 *
 * @throws What `placeOrder` throws.
 */
export function requestRender(app: App, options: OrderOptions): Promise<void> {
  return placeOrder(app, options, ({ settings, camera, activeView }, prepare) =>
    prepare({ settings, camera, viewIds: activeView === null ? [] : [activeView], inSet: null }),
  );
}
