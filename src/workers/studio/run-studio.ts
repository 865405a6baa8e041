import { AppError } from '../../contract/failure.ts';
import type {
  DeviceEvent,
  DeviceJob,
  LiveEvent,
  LiveFrame,
  LivePicture,
  LiveStudio,
  StudioApi,
  TracePace,
} from '../../contract/studio-api.ts';
import { connect } from '../rpc.ts';
import type { TileOrder } from './tile-worker.ts';

/** As `StudioClient.trace`, with so many tracing threads. */
export async function trace(
  job: DeviceJob,
  threadCount: number,
  onEvent: (event: Exclude<DeviceEvent, { kind: 'finished' }>) => void,
  signal: AbortSignal,
  onOpen?: (pace: TracePace) => void,
): Promise<void> {
  signal.throwIfAborted();
  const group = startGroup(threadCount);
  const { port1, port2 } = new MessageChannel();
  // Events and the answer come by ports of their own, in no certain order.
  const isTold = new Promise<void>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<DeviceEvent>) => {
      if (data.kind === 'finished') resolve();
      else onEvent(data);
    };
  });
  const stop = (): void => group.fail(cancelled());
  signal.addEventListener('abort', stop);
  onOpen?.(group);
  try {
    await group.api.trace(job, port2, ...group.ways);
    await isTold;
  } finally {
    signal.removeEventListener('abort', stop);
    group.end();
    port1.close();
  }
}

/** As `StudioClient.openLive`. @param memoryBytes What copies of a scene may take. */
export function openLive(threadCount: number, memoryBytes: number): LiveStudio {
  const group = startGroup(threadCount);
  const isOpen = group.api.open(memoryBytes, ...group.ways);
  isOpen.catch(() => undefined);
  return {
    async refine(job, onFrame, signal) {
      signal.throwIfAborted();
      const { port1, port2 } = new MessageChannel();
      const finished = new Promise<LivePicture>((resolve) => {
        port1.onmessage = ({ data: { kind, ...data } }: MessageEvent<LiveEvent>) => {
          if (signal.aborted) return;
          if (kind === 'frame') onFrame(data as LiveFrame);
          else resolve(data as LivePicture);
        };
      });
      let stop = (): void => {};
      const isStopped = new Promise<never>((_, reject) => {
        stop = () => {
          // At once, whatever the one that leads is at; it gives up the rest when it hears of it.
          group.setPaused(true);
          group.api.halt().catch(() => undefined);
          reject(cancelled());
        };
      });
      signal.addEventListener('abort', stop);
      const refine = async (): Promise<LivePicture> => {
        await isOpen;
        signal.throwIfAborted();
        group.setPaused(false);
        await group.api.refine(job, port2);
        return finished;
      };
      try {
        return await Promise.race([refine(), isStopped]);
      } finally {
        signal.removeEventListener('abort', stop);
        port1.close();
      }
    },
    close() {
      group.fail(cancelled());
      group.end();
    },
  };
}

/** A worker that leads, and those that trace tiles for it. */
interface WorkerGroup extends TracePace {
  readonly api: StudioApi;
  /** Ways to the tracing workers, to be handed to the one that leads. */
  readonly ways: readonly MessagePort[];
  /** Rejects every call under way and every later one. */
  fail(reason: Error): void;
  end(): void;
}

function startGroup(threadCount: number): WorkerGroup {
  const leader = new Worker(new URL('./studio-worker.ts', import.meta.url), { type: 'module' });
  // Started by the page: Chromium keeps a worker that is ended together with workers of its own.
  const tiles = Array.from(
    { length: threadCount },
    () => new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module' }),
  );
  const tell = (tile: Worker, order: TileOrder, ports: MessagePort[] = []): void =>
    tile.postMessage(order, ports);
  const ways = tiles.map((tile) => {
    const { port1, port2 } = new MessageChannel();
    tell(tile, { isPaused: false }, [port1]);
    return port2;
  });
  const workers = [leader, ...tiles];
  const { api, fail } = connect<StudioApi>(leader);
  const crash = (): void => fail(new AppError({ code: 'worker-crashed', worker: 'studio' }));
  for (const each of workers) {
    each.addEventListener('error', crash);
    each.addEventListener('messageerror', crash);
  }
  return {
    api,
    ways,
    fail,
    setPaused(isPaused) {
      for (const tile of tiles) tell(tile, { isPaused });
    },
    end() {
      for (const each of workers) each.terminate();
    },
  };
}

function cancelled(): DOMException {
  return new DOMException('The picture was cancelled.', 'AbortError');
}
