import type { Fidelity } from '../../contract/http/renders.ts';
import { UserId } from '../../contract/ids.ts';
import { captureCredits } from '../credits/capture-credits.ts';
import type { Db } from '../db/database.ts';
import { announce } from '../db/events.ts';
import { renderFiles, renderImages } from '../db/schema/renders.ts';
import { makeThumbnail } from '../images/make-thumbnail.ts';
import { openPixels } from '../images/open-image.ts';
import type { Storage } from '../storage/storage.ts';
import { storeFile } from '../storage/store-file.ts';
import { asCurrent } from './attempt.ts';
import type { EngineEvent } from './engines/engine.ts';
import type { RenderRow } from './find-render.ts';
import { priceOfImage } from './price-order.ts';

const THUMBNAIL_PX = 512;

/**
 * Keeps a finished image and its price. Lossless PNG, so that a download is what the engine made. An image that an
 * earlier attempt finished stays, and is paid once.
 *
 * @param fidelity Null for an engine that draws the scene itself, and where nothing could be measured.
 * @throws Superseded; AppError `storage-full`.
 */
export async function keepImage(
  shop: { readonly db: Db; readonly storage: Storage },
  render: RenderRow,
  event: Extract<EngineEvent, { kind: 'image' }>,
  fidelity: Fidelity | null,
): Promise<void> {
  const { batchIndex, widthPx, heightPx } = event;
  const pixels = openPixels(event.rgba, widthPx, heightPx).removeAlpha();
  const png = await pixels.clone().png({ compressionLevel: 6 }).toBuffer();
  const small = await makeThumbnail(pixels, THUMBNAIL_PX);
  await asCurrent(shop.db, render, async (tx, row) => {
    const store = { db: tx, storage: shop.storage };
    const image = await storeFile(store, png, { contentType: 'image/png', widthPx, heightPx });
    const thumbnail = await storeFile(store, small, { contentType: 'image/webp' });
    const added = await tx
      .insert(renderImages)
      .values({
        renderId: row.id,
        batchIndex,
        imageHash: image.hash,
        thumbnailHash: thumbnail.hash,
        widthPx,
        heightPx,
        fidelity,
      })
      .onConflictDoNothing()
      .returning({ batchIndex: renderImages.batchIndex });
    if (added.length === 0) return;
    const made = [image.hash, thumbnail.hash].map((hash) => ({ renderId: row.id, hash }));
    await tx.insert(renderFiles).values(made).onConflictDoNothing();
    await captureCredits(tx, {
      userId: UserId.parse(row.userId),
      renderId: row.id,
      part: batchIndex,
      price: priceOfImage(row.price, row.recipe.batchSize, batchIndex),
    });
    await announce(tx, 'render_changed', String(row.id));
  });
}
