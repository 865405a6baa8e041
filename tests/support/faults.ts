import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { POLL, type placeMortalOrder } from './mortal-servers.ts';

/** How often each is killed; 0 leaves scenarios of whole servers to `npm run faults`. */
export const ROUNDS = Number(process.env.FAULTS ?? 0);
/** Somewhere in a render, but no longer than a small one takes. */
const MIDDLE_MS = 600;

export type Order = Awaited<ReturnType<typeof placeMortalOrder>>;

/** Until a call that reads the database is answered, milliseconds. */
export async function timeToAnswer(url: string): Promise<number> {
  const from = performance.now();
  await expect
    .poll(async () => (await fetch(`${url}/api/config/`).catch(() => null))?.status, POLL)
    .toBe(200);
  return Math.round(performance.now() - from);
}

export async function expectDone(order: Order, url: string): Promise<void> {
  const state = () => order.stateAt(url).catch(() => null);
  await expect.poll(async () => (await state())?.status, POLL).toBe('completed');
  expect(await state()).toMatchObject({ price: 200, refunded: 0, batch_count: 2 });
  expect(await order.ledgerAt(url)).toEqual(['capture', 'capture', 'reserve', 'signup']);
}

/** Resolves somewhere in the middle of the order's render. */
export async function isRunning(order: Order, url: string): Promise<void> {
  await expect.poll(async () => (await order.stateAt(url)).status, POLL).not.toBe('queued');
  await pause(Math.random() * MIDDLE_MS);
}

/** Prints what came of a scenario. */
export function tell(what: string, came: string): void {
  process.stdout.write(`${what}: ${came}\n`);
}
