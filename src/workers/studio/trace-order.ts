import { AppError } from '../../contract/failure.ts';
import { fitText } from '../../contract/files/fit-text.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { RenderSpec, RenderWarning } from '../../contract/render-spec.ts';
import type { DeviceEvent, DeviceJob } from '../../contract/studio-api.ts';
import { SAMPLING_VERSION } from '../../tracer/checkpoint.ts';
import { readGlb } from '../../tracer/gltf/read-glb.ts';
import { listReplaced, listUntraceable } from '../../tracer/scene/check-traceable.ts';
import type { TraceEvent } from '../../tracer/trace-events.ts';
import { tracePicture } from '../../tracer/trace-picture.ts';
import { writePng } from '../compute/pictures/convert-image.ts';
import { hashFile } from '../compute/pictures/hash-file.ts';
import { forgetSums } from './forget-sums.ts';
import { openSums } from './keep-sums.ts';
import { openDeviceHost } from './open-host.ts';

/** A tablet: pictures of more pixels are made in bands, whose sums and filters take 0.24 kB for each. */
const SMALL_MEMORY_BYTES = 1024 ** 3;
const SMALL_BAND_PIXELS = 1024 ** 2;

/** See `StudioApi`. */
export async function traceOrder(
  job: DeviceJob,
  events: MessagePort,
  ...tiles: MessagePort[]
): Promise<void> {
  const post = (event: DeviceEvent): void => events.postMessage(event);
  const { memoryBytes } = job;
  const { host, kernel } = await openDeviceHost(memoryBytes, tiles);
  const kernelHash = await hashFile(new Blob([kernel]));
  post({ kind: 'started', kernelHash });
  const files = new Map<ContentHash, Uint8Array>();
  for (const [hash, file] of job.files) files.set(hash, new Uint8Array(await file.arrayBuffer()));
  const { recipe: spec, skips, keep } = job;
  // Sums of one kernel, and of what is handed to it, are none of another's.
  const name = `${keep?.key}-${kernelHash.slice(0, 16)}-s${SAMPLING_VERSION}`;
  const checkpoints = keep === null ? null : await openSums(name, keep.everyMs);
  for (const warning of listMissing(files.get(spec.scene.modelHash), spec)) post({ kind: 'warned', warning });
  // A style starts from other colours in bands than in one piece, where servers make a picture of this size.
  const isSmall = memoryBytes <= SMALL_MEMORY_BYTES && (spec.style === null || spec.style.strength === 0);
  const bandPixels = isSmall ? SMALL_BAND_PIXELS : undefined;
  // Whoever cancels ends this worker and those that trace for it.
  const { signal } = new AbortController();
  for await (const event of tracePicture(
    { spec, files, skips },
    { ...host, checkpoints },
    signal,
    bandPixels,
  )) {
    const told = await translate(event);
    if (told !== null) post(told);
  }
  if (keep !== null) await forgetSums();
  post({ kind: 'finished' });
}

/**
 * What of a model Studio leaves out, as the server says it of an order that is drawn without it. A model that is not there or
 * cannot be read has none: it fails where it is read for good.
 */
export function listMissing(
  glb: Uint8Array | undefined,
  { scene }: Pick<RenderSpec, 'scene'>,
): RenderWarning[] {
  if (glb === undefined) return [];
  try {
    const names = listUntraceable(readGlb(glb).json, listReplaced(scene.dressings));
    return names.map((name) => ({ kind: 'not-drawn', name: fitText(name, 255) }));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

async function translate(event: TraceEvent): Promise<DeviceEvent | null> {
  switch (event.kind) {
    case 'node':
      return { kind: 'progress', percent: event.progress, nodeId: event.node };
    case 'warning':
      return { kind: 'warned', warning: event.warning };
    case 'preview':
      return { kind: 'preview', picture: await pack(event) };
    case 'image': {
      const { imageIndex: batchIndex, widthPx, heightPx } = event;
      return { kind: 'image', batchIndex, widthPx, heightPx, picture: await pack(event) };
    }
    case 'layer':
    case 'parts':
      return null;
  }
}

function pack({
  rgba,
  widthPx,
  heightPx,
}: Pick<Extract<TraceEvent, { kind: 'preview' }>, 'rgba' | 'widthPx' | 'heightPx'>): Promise<Blob> {
  return writePng({ widthPx, heightPx, rgba: new Uint8ClampedArray(rgba) });
}
