import {
  AmbientLight,
  Color,
  HemisphereLight,
  type Light,
  NoToneMapping,
  PMREMGenerator,
  Scene,
} from 'three';
import { EXPOSURE_DEFAULT } from '../../../src/contract/constants.ts';
import type { CameraPose } from '../../../src/contract/render-spec.ts';
import type { Label } from '../../../src/contract/scene/label.ts';
import type { MaterialDressing } from '../../../src/contract/scene/material-dressing.ts';
import type { UpAxis } from '../../../src/contract/scene/up-axis.ts';
import type { StageDressing } from '../../../src/contract/stage.ts';
import type { CapturedPasses } from '../../../src/contract/viewer-api.ts';
import { PICTURE_LAYER } from '../../../src/workers/viewer/capture-layers.ts';
import { capturePasses } from '../../../src/workers/viewer/capture-passes.ts';
import { Dresser } from '../../../src/workers/viewer/dress-parts.ts';
import { prepareModel } from '../../../src/workers/viewer/prepare-model.ts';
import { Stage } from '../../../src/workers/viewer/stage.ts';
import { StageLabels } from '../../../src/workers/viewer/stage-labels.ts';
import type { LoadedModel } from '../../../src/workers/viewer/stage-model.ts';

export interface SurfaceView {
  /** Base64. */
  readonly glb: string;
  /** Base64 by content hash: textures and maps of the dressings. */
  readonly files: Readonly<Record<string, string>>;
  readonly normalisation: readonly number[];
  readonly upAxis: UpAxis;
  /** Of the transform tool. */
  readonly modelTransform: readonly number[];
  readonly hiddenNodes: readonly number[];
  /** What lies on the product, by the place of the dressings. */
  readonly labels?: readonly (readonly Label[])[];
  /** One set after the other. */
  readonly dressings: readonly (readonly MaterialDressing[])[];
  readonly pose: CameraPose;
  readonly sizePx: number;
}

/** Pictures of one size, RGBA, 8 bits. */
export interface SurfacePictures {
  /** sRGB. */
  readonly albedo: ArrayBuffer;
  /** sRGB: albedo times half of one plus the normal, x in red, y in green, z in blue. */
  readonly tilted: ArrayBuffer;
  readonly ids: ArrayBuffer;
}

/**
 * Draws a model by the viewer's own code, in light that shows what a surface is instead of how it looks: the same from
 * everywhere for its albedo, and growing along each axis in a colour of its own for its normal.
 */
export async function measureSurface(view: SurfaceView): Promise<SurfacePictures[]> {
  return withModel(view, async ({ stage, model, dress }) => {
    const { scene, renderer } = stage;
    scene.environment = null;
    renderer.toneMapping = NoToneMapping;
    const capture = (lights: readonly Light[]) => {
      for (const light of lights) light.layers.enable(PICTURE_LAYER);
      scene.add(...lights);
      const pictures = capturePasses(stage, model, view.pose, view.sizePx, view.sizePx, ['snapshot', 'ids']);
      scene.remove(...lights);
      return drawn(pictures);
    };
    const ramps = (['#f00', '#0f0', '#00f'] as const).map((colour, axis) => {
      const light = new HemisphereLight(colour, 'black', Math.PI);
      light.position.setScalar(0).setComponent(axis, 1);
      return light;
    });
    const pictures: SurfacePictures[] = [];
    for (const [index, dressings] of view.dressings.entries()) {
      await dress(dressings, view.labels?.[index]);
      const { snapshot: albedo, ids } = capture([new AmbientLight('white', Math.PI)]);
      pictures.push({ albedo, ids, tilted: capture(ramps).snapshot });
    }
    return pictures;
  });
}

/**
 * Draws a model by the viewer's own code under a white sky, the same from everywhere, with the neutral tone mapping at
 * its default exposure: RGBA, 8 bits, sRGB.
 */
export async function drawUnderWhiteSky(view: SurfaceView): Promise<ArrayBuffer[]> {
  return withModel(view, async ({ stage, model, dress }) => {
    const { scene, renderer } = stage;
    const generator = new PMREMGenerator(renderer);
    const sky = new Scene();
    sky.background = new Color('white');
    scene.environment = generator.fromScene(sky).texture;
    scene.environmentIntensity = 1;
    stage.setToneMapping('neutral', EXPOSURE_DEFAULT);
    const pictures: ArrayBuffer[] = [];
    for (const dressings of view.dressings) {
      await dress(dressings);
      const passes = capturePasses(stage, model, view.pose, view.sizePx, view.sizePx, ['snapshot', 'ids']);
      pictures.push(drawn(passes).snapshot);
    }
    generator.dispose();
    return pictures;
  });
}

function drawn({ snapshot, ids }: CapturedPasses): { snapshot: ArrayBuffer; ids: ArrayBuffer } {
  if (snapshot === null || ids === null) throw new Error('nothing was drawn');
  return { snapshot, ids };
}

/** A stage of its own with the model on it; its light is what the caller puts into its place. */
async function withModel<R>(
  { sizePx, dressings: _worn, labels: _lying, ...view }: SurfaceView,
  use: (on: {
    stage: Stage;
    model: LoadedModel;
    dress(dressings: readonly MaterialDressing[], labels?: readonly Label[]): Promise<boolean>;
  }) => Promise<R>,
): Promise<R> {
  const canvas = new OffscreenCanvas(sizePx, sizePx);
  const stage = new Stage(canvas, { left: 0, top: 0, widthPx: sizePx, heightPx: sizePx, pixelRatio: 1 });
  const { renderer } = stage;
  try {
    const model = await prepareModel(
      { id: 'measured', ...view, pose: null, glb: toBlob(view.glb, 'model/gltf-binary') },
      stage,
      () => undefined,
      () => undefined,
    );
    stage.stand.put(model.root, view.upAxis, view.modelTransform);
    stage.productChanged();
    stage.set.light.build(renderer, { middle: [0, 0, 0], radius: 1 }, 0);
    const lying = new StageLabels(model.root, renderer);
    const wardrobe = new Dresser(model, renderer, lying);
    return await use({
      stage,
      model,
      dress: async (dressings, labels = []) => {
        await lying.update(
          labels.map((label) => ({ label, image: toBlob(view.files[label.imageHash] ?? '', 'image/png') })),
        );
        return wardrobe.dress(dressings.map((one) => withFiles(one, view.files)));
      },
    });
  } finally {
    stage.dispose();
  }
}

function withFiles(dressing: MaterialDressing, files: SurfaceView['files']): StageDressing {
  const file = (hash: string): Blob => toBlob(files[hash] ?? '', 'image/png');
  if (dressing.kind !== 'library') return { dressing, texture: null };
  const { normalHash = null, roughnessHash = null } = dressing.maps ?? {};
  const maps = {
    normal: normalHash === null ? null : file(normalHash),
    roughness: roughnessHash === null ? null : file(roughnessHash),
  };
  return { dressing, texture: file(dressing.textureHash), maps };
}

function toBlob(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
}
