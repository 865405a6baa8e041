import { createHash } from 'node:crypto';
import type { ContentHash } from '../../src/contract/ids.ts';
import { type MaskSpec, RenderSpec } from '../../src/contract/render-spec.ts';
import { ENVIRONMENT_PLACING } from '../../src/contract/scene/environment.ts';
import { FLOOR_BEFORE } from '../../src/contract/scene/floor-defaults.ts';

/** Name of a file that need not be there. */
export function hashOf(name: string | Uint8Array): ContentHash {
  return createHash('sha256').update(name).digest('hex') as ContentHash;
}

/** An order of everything an AI engine knows, one image; checked against the contract. */
export function makeRecipe(changes: Partial<RenderSpec> = {}): RenderSpec {
  return RenderSpec.parse({
    version: 1,
    engineBuild: { engine: 'comfyui', version: '1', kernelHash: '' },
    scene: {
      modelHash: hashOf('model'),
      modelName: 'chair.glb',
      normalisation: IDENTITY,
      modelTransform: IDENTITY,
      hiddenNodes: [],
      dressings: [],
      toneMapping: 'neutral',
      exposure: 0.6,
    },
    camera: {
      position: [0, 0, 20],
      target: [0, 0, 0],
      up: [0, 1, 0],
      quaternion: [0, 0, 0, 1],
      fovDegrees: 40,
    },
    background: {
      kind: 'image',
      imageHash: hashOf('background'),
      libraryId: null,
      name: 'Loft',
      fidelity: 0.5,
    },
    style: { imageHash: hashOf('style'), libraryId: 1, name: 'Film', strength: 0.5 },
    masks: [],
    passes: {
      snapshot: hashOf('snapshot'),
      outline: hashOf('outline'),
      depth: hashOf('depth'),
      normal: null,
      alpha: hashOf('alpha'),
      lightmap: null,
    },
    positivePrompt: 'a chair in a loft',
    negativePrompt: 'blurry',
    useNegativePrompt: true,
    creativity: 0.5,
    seed: '7',
    isSeedFixed: false,
    batchSize: 1,
    widthPx: 1024,
    heightPx: 1024,
    quality: 'standard',
    ...changes,
  });
}

/** A scene whose cyclorama, or whose surroundings that are seen, stand where the background would. */
export function coveredBy(what: 'cyclorama' | 'surroundings'): RenderSpec['scene'] {
  const { scene } = makeRecipe();
  if (what === 'surroundings') {
    return {
      ...scene,
      environment: { kind: 'preset', preset: 'room', ...ENVIRONMENT_PLACING, isSeen: true },
    };
  }
  const cyclorama = { colour: '#d0c0b0', distance: 3, radius: 1.5 };
  return { ...scene, floor: { ...FLOOR_BEFORE, cyclorama } };
}

/** A mask of a material that wears a library picture. */
export function makeMask(name: string, changes: Partial<MaskSpec> = {}): MaskSpec {
  return {
    imageHash: hashOf(`mask of ${name}`),
    materialId: hashOf(name).replace(
      /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
      '$1-$2-4$3-8$4-$5',
    ) as MaskSpec['materialId'],
    maskName: name,
    materialName: name,
    materialImageHash: hashOf(`texture of ${name}`),
    originalNames: [],
    isPrioritized: false,
    priority: 0,
    isLocked: false,
    ...changes,
  };
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
