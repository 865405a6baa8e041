import { createBackOff, pause } from '../../../../process/wait.ts';
import type { ComfyHttp } from '../fleet/comfy-http.ts';
import { ServerFault } from '../fleet/server-fault.ts';
import type { Timing } from './timing.ts';

/**
 * Ends a job that nobody waits for any more, and waits until the server's queue is rid of it. What it still makes is
 * dropped. Goes on while the server cannot be reached: a job that outlives a broken connection must not work on.
 *
 * @param mayArrive The call that handed it in got no answer: it may still turn up.
 * @param signal Ends the attempt without effect.
 */
export async function abandonJob(
  http: ComfyHttp,
  promptId: string,
  mayArrive: boolean,
  timing: Timing,
  signal: AbortSignal,
): Promise<void> {
  const start = performance.now();
  const backOff = createBackOff(timing.retryMinMs, timing.retryMaxMs);
  const isLate = () => mayArrive && performance.now() - start < timing.lateArrivalMs;
  for (;;) {
    const isGone = await endOnce(http, promptId, signal).catch((error: unknown) => {
      if (error instanceof ServerFault) return null;
      throw error;
    });
    if (isGone === true && !isLate()) return;
    if (isGone !== null) backOff.reset();
    await pause(isGone === null ? backOff.next() : timing.cancelMs, signal);
  }
}

/** @returns True when the queue does not hold it any more. */
async function endOnce(http: ComfyHttp, promptId: string, signal: AbortSignal): Promise<boolean> {
  const before = await http.queue(signal);
  const has = (items: readonly { id: string }[]) => items.some(({ id }) => id === promptId);
  if (!has(before.running) && !has(before.pending)) {
    await http.deleteHistory(promptId, signal);
    return true;
  }
  if (!(await http.cancelJob(promptId, signal))) {
    await http.deletePending(promptId, signal);
    await http.interrupt(promptId, signal);
  }
  return false;
}

/** Times that a history without the job is read again: it may be written after the last message. */
const HISTORY_READS = 10;

/**
 * Takes a job that has ended out of a server's history, which keeps the whole graph and the order's texts.
 *
 * @throws ServerFault
 */
export async function forgetJob(
  http: ComfyHttp,
  promptId: string,
  timing: Timing,
  signal: AbortSignal,
): Promise<void> {
  for (let reads = 0; reads < HISTORY_READS; reads++) {
    if ((await http.history(promptId, signal)) !== null) return http.deleteHistory(promptId, signal);
    await pause(timing.historyMs, signal);
  }
}
