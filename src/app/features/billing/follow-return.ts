import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import type { CheckoutEnd } from './checkout-end.ts';

/** Takes up what a checkout says in the address that it sent the person back to. Returns the function that stops. */
export function followReturn(app: App, onError: (error: unknown) => void): () => void {
  const stopped = new AbortController();
  const said = readReturn(app.outside.query);
  if (said !== null && !app.state.billing.isReturnTaken) {
    loadCode(() => import('./take-return.ts'))
      .then(({ takeReturn }) => takeReturn(app, said, stopped.signal))
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) onError(error);
      });
  }
  return () => stopped.abort();
}

function readReturn(query: string): CheckoutEnd | null {
  const said = new URLSearchParams(query);
  if (said.has('success')) return { kind: 'success', orderId: said.get('order') };
  return said.has('cancel') ? { kind: 'cancel' } : null;
}
