import { AppError } from '../contract/failure.ts';
import type { DeviceEvent, DeviceJob, StudioApi } from '../contract/studio-api.ts';
import { connect } from './rpc.ts';

/** Studio on this device, as the page calls it. */
export interface StudioClient {
  /** False where WebAssembly lacks the instructions that the tracer is made of. */
  readonly isSupported: boolean;
  /** Workers that it traces with: every core but the one that the page and the stage need. */
  readonly threadCount: number;
  /**
   * Makes the pictures of an order in workers of its own, which are ended with it.
   *
   * @throws AppError as `StudioApi.trace`, `worker-crashed`; an AbortError at once when `signal` aborts.
   */
  trace(
    job: DeviceJob,
    onEvent: (event: Exclude<DeviceEvent, { kind: 'finished' }>) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** The least module that has a 128-bit number in it. */
const SIMD_MODULE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15],
  ...[253, 98, 11],
);

/**
 * Nothing starts before the first order.
 *
 * @param threadCount 1 to 63.
 */
export function openStudio(
  threadCount = Math.min(63, Math.max(1, navigator.hardwareConcurrency - 1)),
): StudioClient {
  return {
    isSupported: WebAssembly.validate(SIMD_MODULE),
    threadCount,
    async trace(job, onEvent, signal) {
      signal.throwIfAborted();
      const worker = new Worker(new URL('./studio/studio-worker.ts', import.meta.url), { type: 'module' });
      // Started by the page: Chromium keeps a worker that is ended together with workers of its own.
      const tiles = Array.from(
        { length: threadCount },
        () => new Worker(new URL('./studio/tile-worker.ts', import.meta.url), { type: 'module' }),
      );
      const ways = tiles.map((tile) => {
        const { port1: leader, port2: way } = new MessageChannel();
        tile.postMessage(null, [leader]);
        return way;
      });
      const workers = [worker, ...tiles];
      const remote = connect<StudioApi>(worker);
      const { port1, port2 } = new MessageChannel();
      // Events and the answer come by ports of their own, in no certain order.
      const isTold = new Promise<void>((resolve) => {
        port1.onmessage = ({ data }: MessageEvent<DeviceEvent>) => {
          if (data.kind === 'finished') resolve();
          else onEvent(data);
        };
      });
      const stop = (): void => remote.fail(new DOMException('The picture was cancelled.', 'AbortError'));
      const crash = (): void => remote.fail(new AppError({ code: 'worker-crashed', worker: 'studio' }));
      for (const each of workers) {
        each.addEventListener('error', crash);
        each.addEventListener('messageerror', crash);
      }
      signal.addEventListener('abort', stop);
      try {
        await remote.api.trace(job, port2, ...ways);
        await isTold;
      } finally {
        signal.removeEventListener('abort', stop);
        for (const each of workers) each.terminate();
        port1.close();
      }
    },
  };
}
