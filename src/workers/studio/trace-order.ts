import encodePng from '@jsquash/png/encode.js';
import { createSHA256 } from 'hash-wasm';
import type { ContentHash } from '../../contract/ids.ts';
import type { DeviceEvent, DeviceJob } from '../../contract/studio-api.ts';
import type { TraceEvent } from '../../tracer/trace-events.ts';
import { tracePicture } from '../../tracer/trace-picture.ts';
import { openDeviceHost } from './open-host.ts';

/** See `StudioApi`. */
export async function traceOrder(job: DeviceJob, events: MessagePort): Promise<void> {
  const post = (event: DeviceEvent): void => events.postMessage(event);
  const { host, kernel } = await openDeviceHost(job.threadCount);
  const sha256 = await createSHA256();
  post({ kind: 'started', kernelHash: sha256.update(new Uint8Array(kernel)).digest() });
  const files = new Map<ContentHash, Uint8Array>();
  for (const [hash, file] of job.files) files.set(hash, new Uint8Array(await file.arrayBuffer()));
  const { recipe: spec, skips } = job;
  // Whoever cancels ends this worker and those that it started.
  const { signal } = new AbortController();
  for await (const event of tracePicture({ spec, files, skips }, host, signal)) {
    const told = await translate(event);
    if (told !== null) post(told);
  }
  post({ kind: 'finished' });
}

async function translate(event: TraceEvent): Promise<DeviceEvent | null> {
  switch (event.kind) {
    case 'node':
      return { kind: 'progress', percent: event.progress, nodeId: event.node };
    case 'warning':
      return { kind: 'warned', warning: event.warning };
    case 'preview':
      return { kind: 'preview', picture: await writePng(event) };
    case 'image': {
      const { imageIndex: batchIndex, widthPx, heightPx } = event;
      return { kind: 'image', batchIndex, widthPx, heightPx, picture: await writePng(event) };
    }
    case 'layer':
      return null;
  }
}

async function writePng({
  rgba,
  widthPx,
  heightPx,
}: Pick<Extract<TraceEvent, { kind: 'preview' }>, 'rgba' | 'widthPx' | 'heightPx'>): Promise<Blob> {
  // The encoder takes the whole buffer.
  const pixels = new Uint8ClampedArray(rgba);
  const png = await encodePng({ data: pixels, width: widthPx, height: heightPx, colorSpace: 'srgb' });
  return new Blob([png], { type: 'image/png' });
}
