import { z } from 'zod';
import type { App } from '../../core/app.ts';
import { fetchLedger } from './queries.ts';

/** What is remembered in this tab while the person is at the checkout. */
const Departure = z.object({
  place: z.enum(['create', 'edit', 'assets']),
  window: z.enum(['pricing', 'credits']),
  /** The newest movement of credits before; null where that is not known. */
  ledgerId: z.number().int().nullable(),
});
export type Departure = z.infer<typeof Departure>;

const DEPARTURE_KEY = 'vitrine_checkout';

/** Goes to a checkout, and remembers from where. */
export async function leaveForCheckout(app: App, url: string, window: Departure['window']): Promise<void> {
  const departure: Departure = { place: app.state.shell.place, window, ledgerId: await newestEntry(app) };
  app.outside.sessionStorage.setItem(DEPARTURE_KEY, JSON.stringify(departure));
  app.outside.address.leave(url);
}

/** What {@link leaveForCheckout} remembered, once; null where it did not leave from here. */
export function takeDeparture({ sessionStorage }: App['outside']): Departure | null {
  const text = sessionStorage.getItem(DEPARTURE_KEY);
  sessionStorage.removeItem(DEPARTURE_KEY);
  if (text === null) return null;
  try {
    return Departure.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function newestEntry(app: App): Promise<number | null> {
  try {
    const { results } = await fetchLedger(app, '', app.state.shell.language);
    return results[0]?.id ?? 0;
  } catch {
    return null;
  }
}
