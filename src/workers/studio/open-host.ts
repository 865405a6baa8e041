// All of it is one file, which comes when the page is at rest.
import { MeshoptDecoder } from 'meshoptimizer';
import type { TraceHost, TraceWorkerPort } from '../../tracer/trace-events.ts';
import type { TraceReply } from '../../tracer/trace-worker.ts';
import { openDraco } from '../compute/pack/open-draco.ts';
import { createTaskQueue } from './create-task-queue.ts';

/** The tracer's machinery in a browser, and which kernel it is. */
export interface DeviceHost {
  readonly host: TraceHost;
  /** `kernel.wasm` as it came. */
  readonly kernel: ArrayBuffer;
}

/**
 * Fetches what the tracer needs.
 *
 * @param memoryBytes See `TraceHost`.
 * @param tiles Ways to workers that run `tile-worker.ts`, whose life is the page's.
 * @throws TypeError where a file cannot be had.
 */
export async function openDeviceHost(
  memoryBytes: number,
  tiles: readonly MessagePort[],
): Promise<DeviceHost> {
  const kernel = await load(new URL('../../../dist/tracer/kernel.wasm', import.meta.url));
  const [compiled, sharedKernel, png, jpeg, webp, draco] = await Promise.all([
    WebAssembly.compile(kernel),
    self.crossOriginIsolated && 'SharedArrayBuffer' in self
      ? compile(new URL('../../../dist/tracer/kernel-shared.wasm', import.meta.url))
      : null,
    compile(new URL('@jsquash/png/codec/pkg/squoosh_png_bg.wasm', import.meta.url)),
    compile(new URL('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm', import.meta.url)),
    compile(new URL('@jsquash/webp/codec/dec/webp_dec.wasm', import.meta.url)),
    openDraco(),
    MeshoptDecoder.ready,
  ]);
  const free = [...tiles];
  const later = createTaskQueue();
  const host: TraceHost = {
    threadCount: tiles.length,
    memoryBytes,
    kernel: compiled,
    sharedKernel,
    codecs: {
      png,
      jpeg,
      webp,
      avif: () => compile(new URL('@jsquash/avif/codec/dec/avif_dec.wasm', import.meta.url)),
      ktx2: () => compile(new URL('three/addons/libs/basis/basis_transcoder.wasm', import.meta.url)),
    },
    decoders: { draco, meshopt: MeshoptDecoder },
    deflate() {
      throw new Error('Layers are made on the server');
    },
    startWorker() {
      const port = free.shift();
      if (port === undefined) throw new Error('more workers are asked for than there are');
      return takePort(port);
    },
    now: () => performance.now(),
    pause: () => new Promise(later),
  };
  return { host, kernel };
}

async function load(url: URL): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`${url.pathname} came back as ${response.status}`);
  return response.arrayBuffer();
}

async function compile(url: URL): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await load(url));
}

/** Whoever opened the workers hears of one that dies, and ends all of them. */
function takePort(port: MessagePort): TraceWorkerPort {
  return {
    post: (request) => port.postMessage(request),
    listen(onReply, onCrash) {
      port.onmessage = ({ data }: MessageEvent<TraceReply>) => onReply(data);
      port.onmessageerror = () => onCrash('a message could not be read');
    },
    end: () => port.close(),
  };
}
