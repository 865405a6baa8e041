import { captureSize } from '../../../contract/camera/picture-frame.ts';
import type { EncodedMask } from '../../../contract/compute-values.ts';
import { WEBP_PHOTO_QUALITY } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import type { CapturedPasses, CapturePass } from '../../../contract/viewer-api.ts';
import type { App } from '../../core/app.ts';
import { requireShown } from '../../core/pin-model.ts';
import type { MaskGroup } from '../../model/prioritise-materials.ts';
import type { FileHold } from '../../orders/hold-files.ts';
import { captureLightMap } from '../../scene/capture-light-map.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import type { OrderMask } from '../../values/order-request.ts';

/** The pictures of an order, kept on this device. */
export interface CapturedOrder {
  /** Multipart files: field, hash of the stored bytes, file name. */
  readonly files: readonly (readonly [string, ContentHash, string])[];
  readonly masks: readonly OrderMask[];
}

/** Data passes by the field they travel in (L13): of use to an AI engine, now or when the order goes to one later. */
const GUIDE_FIELDS = {
  outline: 'outline_snapshot',
  depth: 'depth',
  normal: 'normal',
  alpha: 'alpha',
} as const satisfies Partial<Record<CapturePass, string>>;
type GuidePass = keyof typeof GUIDE_FIELDS;
const GUIDE_PASSES = Object.keys(GUIDE_FIELDS) as GuidePass[];

/**
 * Takes the pictures of the stage that an order needs and keeps them on this device.
 *
 * @param model The one that the stage shows, and whether it still does: of another one no picture is taken.
 * @param isForAi The snapshot is kept without loss: what is protected comes from it to the pixel.
 * @param held Keeps them.
 * @throws AppError `graphics-unavailable`, `capture-too-large`, `worker-crashed`, `device-storage-full`,
 *   `model-changed`.
 */
export async function captureOrder(
  app: App,
  settings: ProjectSettings,
  model: { readonly hash: ContentHash; readonly isShown: () => boolean },
  camera: CameraPose,
  groups: readonly MaskGroup[],
  isForAi: boolean,
  held: Pick<FileHold, 'keep'>,
): Promise<CapturedOrder> {
  const viewer = app.viewer.current;
  if (viewer === null) throw new AppError({ code: 'not-found' });
  const { render_settings: look } = settings;
  // Of all that is captured here Studio reads only the painted light: a large picture needs no larger passes.
  const { width, height } = captureSize(look.width, look.height);
  const wanted: CapturePass[] = ['snapshot', ...GUIDE_PASSES];
  if (groups.length > 0) wanted.push('ids');
  requireShown(model.isShown);
  const passes = await viewer.api.capturePasses(camera, width, height, wanted);
  requireShown(model.isShown);
  if (passes.snapshot === null) {
    throw new AppError({ code: 'graphics-unavailable', reason: 'the snapshot came back empty' });
  }
  const compute = app.compute();
  const encode = (pixels: ArrayBuffer, quality: number): Promise<Blob> =>
    compute.encodeWebp(pixels, width, height, quality);
  const [snapshot, encoded, lightMap, guides] = await Promise.all([
    encode(passes.snapshot, isForAi ? 1 : WEBP_PHOTO_QUALITY),
    encodeMasks(app, passes, groups),
    captureLightMap(app, model.hash, camera, width, height),
    Promise.all(
      GUIDE_PASSES.map(async (pass) => {
        const pixels = passes[pass];
        return pixels === null ? null : { field: GUIDE_FIELDS[pass], image: await encode(pixels, 1) };
      }),
    ),
  ]);

  const files: [string, ContentHash, string][] = [];
  const keep = async (field: string, name: string, image: Blob): Promise<void> => {
    const hash = await app.compute().hashFile(image);
    await held.keep(hash, image);
    files.push([field, hash, `${name}.${extensionOf(image)}`]);
  };
  await keep('viewer_snapshot', 'snapshot', snapshot);
  if (lightMap !== null) await keep('lightmap', 'lightmap', lightMap);
  for (const guide of guides) if (guide !== null) await keep(guide.field, guide.field, guide.image);
  const masks: OrderMask[] = [];
  for (const [index, mask] of encoded.entries()) {
    const group = groups[index];
    // A material that this view does not show has nothing to mask.
    if (group === undefined || mask.coverage === 0) continue;
    await keep(`masks[${masks.length}][mask_image]`, `mask-${masks.length}`, mask.image);
    masks.push({
      materialId: group.id,
      name: group.name,
      originalNames: group.originalNames,
      priority: group.priority,
      // Slots are indices of materials plus one.
      materialIndex: (group.slots[0] ?? 0) - 1,
      isLocked: group.isLocked,
    });
  }
  return { files, masks };
}

/** None of the materials may be in sight: the order goes without masks then, and the person is told. */
async function encodeMasks(
  app: App,
  { ids, widthPx, heightPx }: CapturedPasses,
  groups: readonly MaskGroup[],
): Promise<EncodedMask[]> {
  if (groups.length === 0) return [];
  try {
    if (ids === null) throw new AppError({ code: 'no-matching-materials' });
    const slots = groups.map((group) => group.slots);
    return await app.compute().encodeMasks(ids, widthPx, heightPx, slots);
  } catch (error) {
    if (!(error instanceof AppError) || error.failure.code !== 'no-matching-materials') throw error;
    app.toasts.show('warning', describeFailure(app.texts(), error.failure), { cause: error });
    return [];
  }
}

/** By what the encoder made, never by what it was asked for. */
function extensionOf(image: Blob): string {
  return image.type === 'image/png' ? 'png' : 'webp';
}
