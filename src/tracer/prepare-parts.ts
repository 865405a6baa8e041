import { AppError } from '../contract/failure.ts';
import { fitText } from '../contract/files/fit-text.ts';
import type { RenderWarning, SceneSpec, TracedSpec } from '../contract/render-spec.ts';
import { FLOOR_BEFORE } from '../contract/scene/floor-defaults.ts';
import { type StandingProduct, standProduct } from './floor/stand-product.ts';
import { type ImageDecoder, openImageDecoder } from './gltf/decode-image.ts';
import { decodeTextures } from './gltf/decode-textures.ts';
import { loadModel, type TracerModel } from './gltf/load-model.ts';
import { createSrgbTables, type SrgbTables } from './post/srgb-tables.ts';
import { openCamera } from './scene/open-camera.ts';
import { type Backdrop, prepareBackdrop } from './scene/prepare-lighting.ts';
import type { SceneTexture } from './scene.ts';
import type { TraceHost, TraceJob } from './trace-events.ts';

/** What a model is read for, see `loadModel`. */
const MODEL_FIELDS = [
  'modelHash',
  'normalisation',
  'modelTransform',
  'hiddenNodes',
  'dressings',
  'labels',
  'variant',
  'pose',
  'floor',
  'fileLights',
] as const satisfies readonly (keyof SceneSpec)[];

/** The images of a model, and what of it could not be read. */
export interface ReadTextures {
  readonly textures: readonly SceneTexture[];
  readonly warnings: readonly RenderWarning[];
}

/**
 * Makes what a picture is made of before it is lit, and keeps the last of each kind: a second order of the same product, in
 * other light or from elsewhere, begins where its model is read. One order at a time. What is given is not to be changed.
 */
export interface PartsMaker {
  readonly srgb: SrgbTables;
  /** @throws AppError `model-unreadable` or `model-too-complex`. */
  model(spec: TracedSpec, files: TraceJob['files']): Promise<TracerModel>;
  standing(spec: TracedSpec, model: TracerModel): Promise<StandingProduct>;
  textures(spec: TracedSpec, files: TraceJob['files'], model: TracerModel): Promise<ReadTextures>;
  /** @throws AppError `image-unreadable`. */
  backdrop(spec: TracedSpec, files: TraceJob['files']): Promise<Backdrop>;
  /** Lets go of all that is kept where a product takes more than this, and of what stands behind it. */
  trim(maxBytes: number): void;
}

export function createPartsMaker(host: Pick<TraceHost, 'codecs' | 'decoders'>): PartsMaker {
  const srgb = createSrgbTables();
  const decoder = keepLast<ImageDecoder>();
  const model = keepLast<TracerModel>();
  const standing = keepLast<StandingProduct>();
  const textures = keepLast<ReadTextures>();
  const backdrop = keepLast<Backdrop>();
  const openDecoder = () => decoder.give('', () => openImageDecoder(host.codecs));
  const modelKey = ({ scene }: TracedSpec): string => keyOf(MODEL_FIELDS.map((field) => scene[field]));
  return {
    srgb,
    model(spec, files) {
      return model.give(modelKey(spec), async () => {
        // What was made of the one before takes as much room as what will be made of this one.
        standing.forget();
        textures.forget();
        const glb = files.get(spec.scene.modelHash);
        if (glb === undefined) {
          const details = 'the model file is missing';
          throw new AppError({ code: 'model-unreadable', reason: 'file-gone', details });
        }
        return loadModel(glb, spec.scene, host.decoders);
      });
    },
    standing(spec, loaded) {
      const floor = spec.scene.floor ?? FLOOR_BEFORE;
      const camera = openCamera(spec);
      // A cyclorama stands where the camera looks.
      return standing.give(keyOf([modelKey(spec), floor.cyclorama && camera]), async () =>
        standProduct(loaded, floor, camera),
      );
    },
    textures(spec, files, loaded) {
      return textures.give(modelKey(spec), async () => {
        const unreadable: string[] = [];
        const read = await decodeTextures(
          loaded.textures,
          loaded.materials,
          files,
          await openDecoder(),
          (name) => unreadable.push(name),
        );
        return { textures: read, warnings: listUnread(unreadable, loaded) };
      });
    },
    async backdrop(spec, files) {
      const { scene, background, style, passes, widthPx, heightPx, camera } = spec;
      const seen = scene.environment && [scene, camera];
      const decode = await openDecoder();
      return backdrop.give(keyOf([background, style, passes.lightmap, widthPx, heightPx, seen]), () =>
        prepareBackdrop(spec, files, decode, srgb),
      );
    },
    trim(maxBytes) {
      // It holds pictures where nobody can count them, and is made in no time.
      backdrop.forget();
      const kept = [model, standing, textures];
      if (bytesOf(kept.map((one) => one.last())) <= maxBytes) return;
      for (const one of kept) one.forget();
    },
  };
}

/** What of a model could not be read, each once. @param images Names of them, as often as they are used. */
function listUnread(
  images: readonly string[],
  { unreadProfiles }: Pick<TracerModel, 'unreadProfiles'>,
): RenderWarning[] {
  const name = (text: string): string => fitText(text, 255);
  return [
    ...[...new Set(images)].map((image) => ({ kind: 'unreadable-image' as const, name: name(image) })),
    ...[...new Set(unreadProfiles)].map((one) => ({ kind: 'unreadable-profile' as const, name: name(one) })),
  ];
}

interface Kept<T> {
  /** Makes something, or gives what it made last where the key is the same. What could not be made is made again. */
  give(key: string, make: () => Promise<T>): Promise<T>;
  last(): T | null;
  forget(): void;
}

function keepLast<T>(): Kept<T> {
  let last: { readonly key: string; readonly value: T } | null = null;
  return {
    async give(key, make) {
      if (last?.key === key) return last.value;
      // Two of them may be more than there is room for.
      last = null;
      const value = await make();
      last = { key, value };
      return value;
    },
    last: () => last?.value ?? null,
    forget() {
      last = null;
    },
  };
}

function keyOf(parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** Of all buffers within something, each once. */
function bytesOf(something: unknown): number {
  const seen = new Set<unknown>();
  const waiting = [something];
  let bytes = 0;
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    const one = ArrayBuffer.isView(next) ? next.buffer : next;
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (one instanceof ArrayBuffer) bytes += one.byteLength;
    else waiting.push(...Object.values(one));
  }
  return bytes;
}
