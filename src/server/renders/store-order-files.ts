import type { ContentHash } from '../../contract/ids.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import { invalidRequest } from '../check-shape.ts';
import { encodeMask } from '../images/encode-mask.ts';
import { inspectImage } from '../images/open-image.ts';
import { type FileStore, storeFile } from '../storage/store-file.ts';
import { type Order, PASS_FIELDS } from './read-order.ts';

/** Hashes of an order's own pictures; `masks` in the order's order. */
export interface OrderFiles {
  readonly passes: RenderSpec['passes'];
  readonly masks: readonly ContentHash[];
}

/**
 * Opens every picture of an order and keeps it: passes as they came, masks as lossless PNG of 0 and 255.
 *
 * @throws AppError `image-unreadable`; `invalid-request` for another size than the order's; `storage-full`.
 */
export async function storeOrderFiles(store: FileStore, order: Order): Promise<OrderFiles> {
  const { width, height } = order.fields;
  const passes: { -readonly [Pass in keyof RenderSpec['passes']]: ContentHash | null } = {
    snapshot: null,
    outline: null,
    depth: null,
    normal: null,
    alpha: null,
    lightmap: null,
  };
  for (const [field, bytes] of order.passes) {
    const info = await inspectImage(bytes, field);
    if (info.widthPx !== width || info.heightPx !== height) {
      throw invalidRequest(field, `must be ${width} x ${height} px`);
    }
    passes[PASS_FIELDS[field]] = (await storeFile(store, bytes, info)).hash;
  }
  const masks: ContentHash[] = [];
  for (const mask of order.masks) {
    const png = await encodeMask(mask.image, width, height, mask.field);
    const kind = { contentType: 'image/png', widthPx: width, heightPx: height } as const;
    masks.push((await storeFile(store, png, kind)).hash);
  }
  const { snapshot } = passes;
  if (snapshot === null) throw new Error('an order without a snapshot was read');
  return { passes: { ...passes, snapshot }, masks };
}
