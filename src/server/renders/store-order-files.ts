import type { ContentHash } from '../../contract/ids.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import { invalidRequest } from '../check-shape.ts';
import type { Services } from '../open-services.ts';
import type { StoredBytes } from '../storage/storage.ts';
import type { FileKind } from '../storage/store-file.ts';
import { type Order, PASS_FIELDS } from './read-order.ts';

/** Hashes of an order's own pictures; `masks` in the order's order. */
export interface OrderFiles {
  readonly passes: RenderSpec['passes'];
  readonly masks: readonly ContentHash[];
  /** Bytes in the storage, without rows yet: bytes that no row comes to are swept. */
  readonly stored: readonly { readonly bytes: StoredBytes; readonly kind: FileKind }[];
}

/**
 * Opens every picture of an order and keeps it: passes as they came, masks as lossless PNG of 0 and 255.
 *
 * @throws AppError `image-unreadable`, `picture-work-failed`; `invalid-request` for another size than the order's; `storage-full`.
 */
export async function storeOrderFiles(
  { storage, pictures }: Pick<Services, 'storage' | 'pictures'>,
  order: Order,
): Promise<OrderFiles> {
  const { width, height } = order.fields;
  const passes: { -readonly [Pass in keyof RenderSpec['passes']]: ContentHash | null } = {
    snapshot: null,
    outline: null,
    depth: null,
    normal: null,
    alpha: null,
    lightmap: null,
  };
  const stored: { bytes: StoredBytes; kind: FileKind }[] = [];
  const store = async (bytes: Uint8Array, kind: FileKind): Promise<ContentHash> => {
    const kept = await storage.put(bytes);
    stored.push({ bytes: kept, kind });
    return kept.hash;
  };
  for (const [field, bytes] of order.passes) {
    const info = await pictures.inspectImage(bytes, field);
    if (info.widthPx !== width || info.heightPx !== height) {
      throw invalidRequest(field, `must be ${width} x ${height} px`);
    }
    passes[PASS_FIELDS[field]] = await store(bytes, info);
  }
  const masks: ContentHash[] = [];
  for (const mask of order.masks) {
    const png = await pictures.encodeMask(mask.image, width, height, mask.field);
    masks.push(await store(png, { contentType: 'image/png', widthPx: width, heightPx: height }));
  }
  const { snapshot } = passes;
  if (snapshot === null) throw new Error('an order without a snapshot was read');
  return { passes: { ...passes, snapshot }, masks, stored };
}
