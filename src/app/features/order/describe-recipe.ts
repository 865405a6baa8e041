import { HOUSE_SEEDS } from '../../../contract/constants.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { BackgroundSpec, MaskSpec, RenderSpec, TracedSpec } from '../../../contract/render-spec.ts';
import { PRODUCT_VERSION } from '../../browser/version.ts';
import type { App } from '../../core/app.ts';
import { wornItemQuery } from '../../scene/library.ts';
import type { OrderMask, OrderRequest } from '../../values/order-request.ts';
import type { PreparedOrder } from './prepare-order.ts';

/** As long as a recipe takes a name. */
const NAME_LENGTH = 255;

/**
 * The recipe of an order that this device draws: what the server makes of one (`build-recipe.ts`), so that the picture can be
 * drawn again there. No kernel is named in it, the device has none before it draws, and no layers are kept.
 *
 * @throws AppError `not-found` for a background or a style that is gone; those of a call.
 */
export async function describeRecipe(
  app: Pick<App, 'state' | 'server' | 'db' | 'queries' | 'storage' | 'outside'>,
  { request, files }: Pick<PreparedOrder, 'request' | 'files'>,
): Promise<RenderSpec> {
  const fileOf = (field: string): ContentHash | null => files.find(([name]) => name === field)?.[1] ?? null;
  const snapshot = fileOf('viewer_snapshot');
  if (snapshot === null) throw new Error('the order has no snapshot');
  const lightmap = fileOf('lightmap');
  return {
    version: 1,
    engineBuild: { engine: 'studio', version: PRODUCT_VERSION, kernelHash: '' },
    ...(await describeTraced(app, request, lightmap)),
    masks: request.masks.map((mask, index) =>
      describeMask(request, mask, fileOf(`masks[${index}][mask_image]`)),
    ),
    passes: {
      snapshot,
      outline: fileOf('outline_snapshot'),
      depth: fileOf('depth'),
      normal: fileOf('normal'),
      alpha: fileOf('alpha'),
      lightmap,
    },
    positivePrompt: request.positivePrompt,
    negativePrompt: request.negativePrompt,
    useNegativePrompt: request.usesNegativePrompt,
    isSeedFixed: request.fixesSeed,
    drawsWithout: true,
  };
}

/** What this device traces of an order. @param lightmap Of what is painted over it. @throws As {@link describeRecipe}. */
export async function describeTraced(
  app: Parameters<typeof describeRecipe>[0],
  request: Omit<OrderRequest, 'masks'>,
  lightmap: ContentHash | null,
): Promise<TracedSpec> {
  const { styleId } = request;
  const style =
    styleId === null ? null : await app.queries.ensureQueryData(wornItemQuery(app, 'style', styleId));
  return {
    scene: request.scene,
    camera: request.camera,
    background: await describeBackground(app, request),
    style:
      style === null
        ? null
        : {
            imageHash: style.image_hash,
            libraryId: style.id,
            name: style.names.en,
            strength: request.styleStrength,
          },
    passes: { lightmap },
    creativity: request.creativity,
    seed: request.seed ?? drawSeed(app.outside.randomUuid()),
    batchSize: request.imageCount,
    widthPx: request.widthPx,
    heightPx: request.heightPx,
    quality: request.quality,
  };
}

/** The traced part of a recipe of this device, as {@link describeTraced} writes it. */
export function tracedPart(recipe: TracedSpec): TracedSpec {
  const { scene, camera, background, style, passes, creativity, seed, batchSize } = recipe;
  const { widthPx, heightPx, quality } = recipe;
  const { lightmap } = passes;
  const size = { batchSize, widthPx, heightPx, quality };
  return { scene, camera, background, style, passes: { lightmap }, creativity, seed, ...size };
}

async function describeBackground(
  app: Parameters<typeof describeRecipe>[0],
  { background, backgroundFidelity: fidelity }: Pick<OrderRequest, 'background' | 'backgroundFidelity'>,
): Promise<BackgroundSpec> {
  if (background.kind === 'colour') return background;
  if (background.kind === 'gradient') {
    const { hash: imageHash, gradient } = background;
    return { kind: 'image', imageHash, libraryId: null, name: 'Gradient', fidelity, gradient };
  }
  const item = await app.queries.ensureQueryData(wornItemQuery(app, 'background', background.id));
  return {
    kind: 'image',
    imageHash: item.image_hash,
    libraryId: item.id,
    name: item.names.en,
    fidelity,
  };
}

function describeMask({ scene }: OrderRequest, mask: OrderMask, imageHash: ContentHash | null): MaskSpec {
  if (imageHash === null) throw new Error('a mask has no picture');
  const { name, originalNames } = mask;
  const dressing = scene.dressings.find(({ materialIndex }) => materialIndex === mask.materialIndex);
  return {
    imageHash,
    materialId: mask.materialId,
    maskName: fitText(originalNames.join(', ') || name, NAME_LENGTH),
    materialName: fitText(name, NAME_LENGTH),
    materialImageHash: dressing?.kind === 'library' ? dressing.textureHash : null,
    originalNames: originalNames.map((one) => fitText(one, NAME_LENGTH)),
    isPrioritized: true,
    priority: mask.priority,
    isLocked: mask.isLocked,
  };
}

/** As the server draws one: 32 bits, with the house's lights where the stage has them. */
function drawSeed(uuid: string): string {
  return String(Math.floor(Number.parseInt(uuid.slice(0, 8), 16) / HOUSE_SEEDS) * HOUSE_SEEDS);
}
