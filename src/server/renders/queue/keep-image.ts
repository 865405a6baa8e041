import { isLargePicture } from '../../../contract/camera/picture-frame.ts';
import { STAGE_PICTURE_MAX_PX } from '../../../contract/constants.ts';
import { LAYER_FILES, type LayerFile } from '../../../contract/files/picture-layers.ts';
import type { Fidelity } from '../../../contract/http/renders.ts';
import { UserId } from '../../../contract/ids.ts';
import { hasFailedCheck } from '../../../contract/judge-picture.ts';
import { captureCredits } from '../../credits/capture-credits.ts';
import type { Db } from '../../db/database.ts';
import { despiteOutage } from '../../db/despite-outage.ts';
import { announce } from '../../db/events.ts';
import { renderFiles, renderImages } from '../../db/schema/renders.ts';
import type { PictureWorkers } from '../../images/pictures.ts';
import { recordFile } from '../../storage/store-file.ts';
import type { EngineEvent } from '../engines/engine.ts';
import type { RenderRow } from '../find-render.ts';
import { type PatientStore, putPatiently } from '../orders/patient-store.ts';
import { priceOfImage } from '../orders/price-of-image.ts';
import { leaveUncharged } from '../returns/leave-uncharged.ts';
import { asCurrent } from './attempt.ts';

const THUMBNAIL_PX = 512;

/** An image that an engine has finished. */
export type FinishedImage = Extract<EngineEvent, { kind: 'image' | 'encoded' }>;

/**
 * Keeps a finished image and its price; one whose product came back changed is kept and its price given back, where the order says what its product covers. Lossless PNG,
 * so that a download is what the engine made. An image that an earlier attempt finished stays, and is paid once.
 *
 * @param layers Files for compositing, stored already.
 * @param fidelity Null for an engine that draws the scene itself, and where nothing could be measured.
 * @param stopping Aborts when this process stops: a database or a store that is away then is not waited for.
 * @throws Superseded; what `signal` or `stopping` aborts with; AppError `picture-work-failed`, `storage-full`;
 *   StoreAway.
 */
export async function keepImage(
  deps: PatientStore & { readonly db: Db; readonly pictures: PictureWorkers },
  render: RenderRow,
  event: FinishedImage,
  layers: readonly LayerFile[],
  fidelity: Fidelity | null,
  signal: AbortSignal,
  stopping: AbortSignal,
): Promise<void> {
  const { batchIndex, widthPx, heightPx } = event;
  const keptProduct = event.kind === 'encoded' ? event.keptProduct : undefined;
  const work = deps.pictures.workFor({ lane: 'finished', caller: render.userId, signal });
  const encoded = await encodeFiles(work, event);
  const either = AbortSignal.any([signal, stopping]);
  const put = (bytes: Uint8Array) => putPatiently(deps, bytes, either);
  const image = await put(encoded.png);
  const thumbnail = await put(encoded.thumbnail);
  const view = encoded.view === null ? null : await put(encoded.view);
  const record = () =>
    asCurrent(deps.db, render, async (tx, row) => {
      await recordFile(tx, image, { contentType: 'image/png', widthPx, heightPx });
      const small = view === null ? [thumbnail] : [thumbnail, view];
      for (const file of small) await recordFile(tx, file, { contentType: 'image/webp' });
      for (const layer of layers)
        await recordFile(tx, layer, { contentType: LAYER_FILES[layer.kind].contentType, widthPx, heightPx });
      const added = await tx
        .insert(renderImages)
        .values({
          renderId: row.id,
          batchIndex,
          imageHash: image.hash,
          thumbnailHash: thumbnail.hash,
          viewHash: view?.hash ?? null,
          widthPx,
          heightPx,
          fidelity,
          layers: [...layers],
          keptProduct: keptProduct ?? null,
        })
        .onConflictDoNothing()
        .returning({ batchIndex: renderImages.batchIndex });
      if (added.length === 0) return;
      const hashes = new Set([image, ...small, ...layers].map(({ hash }) => hash));
      const made = [...hashes].map((hash) => ({ renderId: row.id, hash }));
      await tx.insert(renderFiles).values(made).onConflictDoNothing();
      const part = {
        userId: UserId.parse(row.userId),
        renderId: row.id,
        part: batchIndex,
        price: priceOfImage(row.price, row.recipe.batchSize, batchIndex),
      };
      // Without an alpha pass the order's masks alone would say where its product is.
      const isSure = keptProduct !== undefined || row.recipe.passes.alpha !== null;
      const hasFailed = hasFailedCheck({ fidelity, kept: keptProduct ?? null });
      if (hasFailed && isSure) await leaveUncharged(tx, part, new Date());
      else await captureCredits(tx, part);
      await announce(tx, 'render_changed', String(row.id));
    });
  // It is drawn, and nobody has it but us.
  await despiteOutage(record, Number.POSITIVE_INFINITY, either);
}

interface ImageFiles {
  readonly png: Uint8Array;
  readonly thumbnail: Uint8Array;
  /** Null where the picture itself can be looked at. */
  readonly view: Uint8Array | null;
}

async function encodeFiles(
  work: ReturnType<PictureWorkers['workFor']>,
  event: FinishedImage,
): Promise<ImageFiles> {
  const { widthPx, heightPx } = event;
  if (event.kind === 'image') {
    return {
      ...(await work.encodeRender({ rgba: event.rgba, widthPx, heightPx }, THUMBNAIL_PX)),
      view: null,
    };
  }
  const { png, small } = event;
  const isLarge = isLargePicture(widthPx, heightPx);
  const view = isLarge ? await work.encodeSmall(small, STAGE_PICTURE_MAX_PX) : null;
  return { png, thumbnail: await work.encodeSmall(small, THUMBNAIL_PX), view };
}
