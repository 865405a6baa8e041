import type { ContentHash } from '../../contract/ids.ts';
import type { LiveEvent, LiveJob, StudioApi } from '../../contract/studio-api.ts';
import { createLiveTracer, type LiveTracer } from '../../tracer/trace-live.ts';
import { writePng } from '../compute/pictures/convert-image.ts';
import { hashFile } from '../compute/pictures/hash-file.ts';
import { openDeviceHost } from './open-host.ts';
import { listMissing } from './trace-order.ts';

interface Opened {
  readonly live: LiveTracer;
  readonly kernelHash: string;
}

/** See `StudioApi`: scenes one after the other, of which the newest counts. */
export function createRefiner(): Pick<StudioApi, 'open' | 'refine' | 'halt'> {
  let opened: Promise<Opened> | null = null;
  let ending = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  /** Bytes of the files of the scene before, which most of the next ones are made of. */
  let bytes = new Map<ContentHash, Uint8Array>();

  const read = async (files: LiveJob['files']): Promise<typeof bytes> => {
    const next: typeof bytes = new Map();
    for (const [hash, file] of files) {
      next.set(hash, bytes.get(hash) ?? new Uint8Array(await file.arrayBuffer()));
    }
    bytes = next;
    return next;
  };
  const draw = async (job: LiveJob, events: MessagePort, signal: AbortSignal): Promise<void> => {
    if (opened === null) throw new Error('refine before open');
    const { live, kernelHash } = await opened;
    signal.throwIfAborted();
    const { recipe } = job;
    const files = await read(job.files);
    for await (const { isFinished, warnings, rgba, ...frame } of live.refine(recipe, files, signal)) {
      const { widthPx, heightPx } = frame;
      // It goes to whoever shows it, and what is kept of it is made of a copy.
      const pixels = isFinished ? new Uint8ClampedArray(rgba) : null;
      const shown: LiveEvent = { kind: 'frame', ...frame, rgba: rgba as Uint8Array<ArrayBuffer> };
      events.postMessage(shown, [shown.rgba.buffer]);
      if (pixels === null) continue;
      const picture = await writePng({ widthPx, heightPx, rgba: pixels });
      signal.throwIfAborted();
      const finished: LiveEvent = {
        kind: 'finished',
        widthPx,
        heightPx,
        picture,
        warnings: [...listMissing(files.get(recipe.scene.modelHash), recipe), ...warnings],
        kernelHash,
      };
      events.postMessage(finished);
    }
  };
  return {
    async open(memoryBytes, ...tiles) {
      opened = openDeviceHost(memoryBytes, tiles).then(async ({ host, kernel }) => ({
        live: createLiveTracer(host),
        kernelHash: await hashFile(new Blob([kernel])),
      }));
      await opened;
    },
    async refine(job, events) {
      ending.abort();
      ending = new AbortController();
      const { signal } = ending;
      const drawing = last.then(() => draw(job, events, signal));
      last = drawing.catch(() => {});
      await drawing;
    },
    async halt() {
      ending.abort();
    },
  };
}
