import { MeshoptDecoder } from 'meshoptimizer';
import type { ContentHash } from '../../../src/contract/ids.ts';
import type { TracedSpec } from '../../../src/contract/render-spec.ts';
import type { TraceEvent, TraceHost, TraceWorkerPort } from '../../../src/tracer/trace-events.ts';
import { tracePicture } from '../../../src/tracer/trace-picture.ts';
import type { TraceReply } from '../../../src/tracer/trace-worker.ts';

const compile = async (url: URL) => WebAssembly.compile(await (await fetch(url)).arrayBuffer());

async function createHost(): Promise<TraceHost> {
  const [kernel, png, jpeg, webp] = await Promise.all(
    [
      new URL('../../../dist/tracer/kernel.wasm', import.meta.url),
      new URL('@jsquash/png/codec/pkg/squoosh_png_bg.wasm', import.meta.url),
      new URL('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm', import.meta.url),
      new URL('@jsquash/webp/codec/dec/webp_dec.wasm', import.meta.url),
    ].map(compile),
  );
  const ktx2 = () => compile(new URL('three/addons/libs/basis/basis_transcoder.wasm', import.meta.url));
  const avif = () => compile(new URL('@jsquash/avif/codec/dec/avif_dec.wasm', import.meta.url));
  await MeshoptDecoder.ready;
  return {
    threadCount: 2,
    kernel,
    sharedKernel: null,
    codecs: { png, jpeg, webp, avif, ktx2 },
    decoders: { draco: {}, meshopt: MeshoptDecoder },
    startWorker,
    now: () => performance.now(),
    pause: () => new Promise((resolve) => setTimeout(resolve)),
  } as TraceHost;
}

function startWorker(): TraceWorkerPort {
  const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (request) => worker.postMessage(request),
    listen(onReply, onCrash) {
      worker.onmessage = ({ data }: MessageEvent<TraceReply>) => onReply(data);
      worker.onerror = ({ message }) => onCrash(message);
    },
    end: () => worker.terminate(),
  };
}

/** Traces an order by the tracer's own code and two workers. Files are base64, by their hash. */
async function tracePixels(
  spec: TracedSpec,
  files: Readonly<Record<string, string>>,
): Promise<{ rgba: string; warnings: TraceEvent[] }> {
  const decoded = Object.entries(files).map(
    ([hash, text]) =>
      [hash as ContentHash, Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))] as const,
  );
  const warnings: TraceEvent[] = [];
  let rgba = '';
  const job = { spec, files: new Map(decoded) };
  for await (const event of tracePicture(job, await createHost(), new AbortController().signal)) {
    if (event.kind === 'warning') warnings.push(event);
    if (event.kind === 'image')
      rgba = btoa(Array.from(event.rgba, (byte) => String.fromCharCode(byte)).join(''));
  }
  return { rgba, warnings };
}

declare global {
  interface Window {
    tracePixels: typeof tracePixels;
  }
}

window.tracePixels = tracePixels;
