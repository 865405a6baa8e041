import { LAYER_FILES, type LayerFile } from '../../../contract/files/picture-layers.ts';
import type { Fidelity } from '../../../contract/http/renders.ts';
import { UserId } from '../../../contract/ids.ts';
import { captureCredits } from '../../credits/capture-credits.ts';
import type { Db } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { renderFiles, renderImages } from '../../db/schema/renders.ts';
import type { PictureWorkers } from '../../images/pictures.ts';
import type { Storage } from '../../storage/storage.ts';
import { recordFile } from '../../storage/store-file.ts';
import type { EngineEvent } from '../engines/engine.ts';
import type { RenderRow } from '../find-render.ts';
import { priceOfImage } from '../orders/price-order.ts';
import { asCurrent } from './attempt.ts';

const THUMBNAIL_PX = 512;

/**
 * Keeps a finished image and its price. Lossless PNG, so that a download is what the engine made. An image that an
 * earlier attempt finished stays, and is paid once.
 *
 * @param layers Files for compositing, stored already.
 * @param fidelity Null for an engine that draws the scene itself, and where nothing could be measured.
 * @throws Superseded; what `signal` aborts with; AppError `picture-work-failed`, `storage-full`.
 */
export async function keepImage(
  deps: { readonly db: Db; readonly storage: Storage; readonly pictures: PictureWorkers },
  render: RenderRow,
  event: Extract<EngineEvent, { kind: 'image' }>,
  layers: readonly LayerFile[],
  fidelity: Fidelity | null,
  signal: AbortSignal,
): Promise<void> {
  const { batchIndex, widthPx, heightPx } = event;
  const { rgba } = event;
  const work = deps.pictures.workFor({ lane: 'finished', caller: render.userId, signal });
  const encoded = await work.encodeRender({ rgba, widthPx, heightPx }, THUMBNAIL_PX);
  const image = await deps.storage.put(encoded.png);
  const thumbnail = await deps.storage.put(encoded.thumbnail);
  await asCurrent(deps.db, render, async (tx, row) => {
    await recordFile(tx, image, { contentType: 'image/png', widthPx, heightPx });
    await recordFile(tx, thumbnail, { contentType: 'image/webp' });
    for (const layer of layers)
      await recordFile(tx, layer, { contentType: LAYER_FILES[layer.kind].contentType, widthPx, heightPx });
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
        layers: [...layers],
      })
      .onConflictDoNothing()
      .returning({ batchIndex: renderImages.batchIndex });
    if (added.length === 0) return;
    const hashes = new Set([image, thumbnail, ...layers].map(({ hash }) => hash));
    const made = [...hashes].map((hash) => ({ renderId: row.id, hash }));
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
