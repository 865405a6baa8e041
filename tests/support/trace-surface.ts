import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentHash } from '../../src/contract/ids.ts';
import type { CameraPose, SceneSpec } from '../../src/contract/render-spec.ts';
import type { Accumulation } from '../../src/tracer/accumulation.ts';
import { openImageDecoder } from '../../src/tracer/gltf/decode-image.ts';
import { decodeTextures } from '../../src/tracer/gltf/decode-textures.ts';
import { loadModel } from '../../src/tracer/gltf/load-model.ts';
import { buildAcceleration } from '../../src/tracer/scene/build-acceleration.ts';
import { openCamera } from '../../src/tracer/scene/open-camera.ts';
import type { SceneMaterial } from '../../src/tracer/scene.ts';
import { openDecoders } from './tiny-model.ts';
import { readCodecs, TRACER_FOLDER } from './trace-host.ts';
import { openScene, traceAll, uniformSky } from './tracer-scenes.ts';

/** Nothing but base colour and normal: the sums' albedo is what a white sky would show. */
const MATT: Partial<SceneMaterial> = {
  metalness: 0,
  specular: 0,
  clearcoat: 0,
  sheenColour: [0, 0, 0],
  transmission: 0,
  emissive: [0, 0, 0],
  occlusionStrength: 0,
};

/** Base colour and normal of what the tracer sees first in every pixel: the sums of `sampleCount` samples, without a floor. Build the kernel first. */
export async function traceSurface(
  glb: Uint8Array,
  scene: Pick<SceneSpec, 'normalisation' | 'modelTransform' | 'hiddenNodes' | 'dressings' | 'labels'>,
  textures: readonly Uint8Array[],
  camera: CameraPose,
  sizePx: number,
  sampleCount: number,
  heightPx = sizePx,
): Promise<Accumulation> {
  const model = await loadModel(glb, scene, await openDecoders());
  const files = new Map(textures.map((bytes) => [hashOf(bytes), bytes]));
  const decoder = await openImageDecoder(readCodecs());
  const decoded = await decodeTextures(model.textures, model.materials, files, decoder, (name) => {
    throw new Error(`${name} cannot be read`);
  });
  const kernel = openScene(
    readFileSync(join(TRACER_FOLDER, 'kernel.wasm')),
    {
      ...model,
      materials: model.materials.map((material) => ({ ...material, ...MATT })),
      textures: decoded,
      sky: uniformSky(),
      floor: { y: Number.NEGATIVE_INFINITY, bounceColour: [0, 0, 0], reflection: 0 },
      camera: openCamera({ camera, scene: scene as SceneSpec, widthPx: sizePx, heightPx }),
    },
    { maxBounces: 1 },
    buildAcceleration(model.geometry),
  );
  traceAll(kernel, sampleCount);
  return kernel.accumulation(sampleCount);
}

export function hashOf(bytes: Uint8Array): ContentHash {
  return createHash('sha256').update(bytes).digest('hex') as ContentHash;
}
