import { captureSize } from '../../../contract/camera/picture-frame.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { Services } from '../../deps.ts';
import { invalidRequest } from '../../http/check-shape.ts';
import { cutImage } from '../../images/cut-image.ts';
import type { StoredBytes } from '../../storage/storage.ts';
import type { FileKind } from '../../storage/store-file.ts';
import { type Order, PASS_FIELDS, type PassField, type ReceivedMask } from './read-order.ts';

/** Hashes of an order's own pictures; `masks` in the order's order. */
export interface OrderFiles {
  readonly passes: RenderSpec['passes'];
  readonly masks: readonly ContentHash[];
  /**
   * Bytes in the storage, without rows yet: bytes that no row comes to are swept.
   */
  readonly stored: readonly { readonly bytes: StoredBytes; readonly kind: FileKind }[];
}

/**
 * Opens every picture of an order and keeps it: passes as they came, masks as lossless PNG of 0 and 255. All of them
 * wait together, so that an order is done with before a later one of the same person.
 *
 * @throws What `signal` aborts with; AppError `image-unreadable`, `picture-work-failed`; `invalid-request` for another size than `captureSize` of the order's; `storage-full`.
 */
export async function storeOrderFiles(
  { storage, pictures }: Pick<Services, 'storage' | 'pictures'>,
  userId: number,
  order: Order,
  signal: AbortSignal,
): Promise<OrderFiles> {
  const { width, height } = captureSize(order.fields.width, order.fields.height);
  const failing = new AbortController();
  const claim = { lane: 'order', caller: userId, signal: AbortSignal.any([signal, failing.signal]) } as const;
  const work = pictures.workFor(claim);
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
  const storePass = async (field: PassField, bytes: Uint8Array): Promise<void> => {
    const info = await work.inspectImage(bytes, field);
    if (info.widthPx !== width || info.heightPx !== height) {
      throw invalidRequest(field, `must be ${width} x ${height} px`);
    }
    passes[PASS_FIELDS[field]] = await store(cutImage(bytes), info);
  };
  const masks: ContentHash[] = [];
  const storeMask = async (mask: ReceivedMask, index: number): Promise<void> => {
    const png = await work.encodeMask(mask.image, width, height, mask.field);
    masks[index] = await store(png, { contentType: 'image/png', widthPx: width, heightPx: height });
  };
  const all = [...[...order.passes].map((pass) => storePass(...pass)), ...order.masks.map(storeMask)];
  for (const one of all) one.catch((error: unknown) => failing.abort(error));
  const ended = await Promise.allSettled(all);
  // The first to fail: the others ended with its error.
  failing.signal.throwIfAborted();
  if (ended.some(({ status }) => status === 'rejected')) throw new Error('a picture failed without an error');
  const { snapshot } = passes;
  if (snapshot === null) throw new Error('an order without a snapshot was read');
  return { passes: { ...passes, snapshot }, masks, stored };
}
