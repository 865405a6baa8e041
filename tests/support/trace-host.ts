import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { ContentHash } from '../../src/contract/ids.ts';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import type { ImageCodecs } from '../../src/tracer/gltf/decode-image.ts';
import type { TraceHost, TraceWorkerPort } from '../../src/tracer/trace-events.ts';
import { createTraceWorker } from '../../src/tracer/trace-worker.ts';
import { openDecoders } from './tiny-model.ts';

const ROOT = join(import.meta.dirname, '../..');
export const TRACER_FOLDER = join(ROOT, 'dist/tracer');

/** Builds the kernel when its sources are newer than it. */
export function buildKernel(): void {
  if (isKernelBuilt) return;
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/build-tracer.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  isKernelBuilt = true;
}
let isKernelBuilt = false;

/** Modules by their files: compiled once, however many hosts there are. */
const compiled = new Map<string, WebAssembly.Module>();

function compileOnce(file: string): WebAssembly.Module {
  const module = compiled.get(file) ?? new WebAssembly.Module(readFileSync(file));
  compiled.set(file, module);
  return module;
}

let decoders: ReturnType<typeof openDecoders> | undefined;

export function readCodecs(): ImageCodecs {
  const { resolve } = createRequire(import.meta.url);
  const compile = (name: string) => compileOnce(resolve(name));
  return {
    png: compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
    jpeg: compile('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
    webp: compile('@jsquash/webp/codec/dec/webp_dec.wasm'),
    avif: async () => compile('@jsquash/avif/codec/dec/avif_dec.wasm'),
    ktx2: async () => compile('three/addons/libs/basis/basis_transcoder.wasm'),
  } as ImageCodecs;
}

/**
 * A host whose workers run in this thread, one message at a time: real kernels, no threads. Call {@link buildKernel}
 * first.
 */
export async function createTestHost(threadCount: number, isShared: boolean): Promise<TraceHost> {
  const compile = (name: string) => compileOnce(join(TRACER_FOLDER, name));
  return {
    threadCount,
    kernel: compile('kernel.wasm'),
    sharedKernel: isShared ? compile('kernel-shared.wasm') : null,
    codecs: readCodecs(),
    decoders: await (decoders ??= openDecoders()),
    startWorker: startInlineWorker,
    deflate: deflateSync,
    now: () => performance.now(),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  } as TraceHost;
}

function startInlineWorker(): TraceWorkerPort {
  let isEnded = false;
  let answer: Parameters<TraceWorkerPort['listen']>[0] = () => {};
  const worker = createTraceWorker(
    (reply) => setImmediate(() => !isEnded && answer(reply)),
    (work) => void setImmediate(() => !isEnded && work()),
  );
  return {
    post: (request) => void setImmediate(() => !isEnded && worker.handle(request)),
    listen: (onReply) => {
      answer = onReply;
    },
    end: () => {
      isEnded = true;
    },
  };
}

/** A file under its content hash, as recipes name it. */
export function nameFile(bytes: Uint8Array): { hash: ContentHash; bytes: Uint8Array } {
  return { hash: createHash('sha256').update(bytes).digest('hex') as ContentHash, bytes };
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A small draft of a model in its own frame, seen from the front, on grey. */
export function createSpec(modelHash: ContentHash, changes: Partial<RenderSpec> = {}): RenderSpec {
  return {
    version: 1,
    engineBuild: { engine: 'studio', version: 'test', kernelHash: '' },
    scene: {
      modelHash,
      modelName: 'test',
      normalisation: IDENTITY,
      modelTransform: IDENTITY,
      hiddenNodes: [],
      dressings: [],
      toneMapping: 'neutral',
      exposure: 0.6,
    },
    camera: {
      position: [0, 1, 8],
      target: [0, 0, 0],
      up: [0, 1, 0],
      quaternion: [0, 0, 0, 1],
      fovDegrees: 40,
    },
    background: { kind: 'colour', colour: '#808080' },
    style: null,
    masks: [],
    passes: { snapshot: modelHash, outline: null, depth: null, normal: null, alpha: null, lightmap: null },
    positivePrompt: '',
    negativePrompt: '',
    useNegativePrompt: false,
    creativity: 0,
    seed: '7',
    isSeedFixed: true,
    batchSize: 1,
    widthPx: 64,
    heightPx: 64,
    quality: 'draft',
    ...changes,
  };
}
