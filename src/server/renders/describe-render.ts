import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { RenderBody, RenderImageBody } from '../../contract/http/renders.ts';
import { ContentHash, RenderId } from '../../contract/ids.ts';
import type { PictureReturn } from '../../contract/returns.ts';
import type { Queryable } from '../db/database.ts';
import { type Given, isAmong, prepareSelect } from '../db/prepare-read.ts';
import { users } from '../db/schema/accounts.ts';
import { renderImages, renders } from '../db/schema/renders.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import { compareProvenance } from './compare-provenance.ts';
import type { ShownRender } from './find-render.ts';
import { hideServers } from './queue/hide-servers.ts';
import { queuePositions } from './queue/queue-position.ts';
import { isTaken } from './returns/is-taken.ts';

type Body = z.infer<typeof RenderBody>;
type Image = z.infer<typeof RenderImageBody>;
/** A finished image, and whether it was given back. */
type ImageRow = typeof renderImages.$inferSelect & {
  readonly returned: { readonly reason: PictureReturn['reason']; readonly refunded: number } | null;
};

/** Names of columns as they stand in the one table that is selected from. */
const returned = sql<ImageRow['returned']>`(
  select jsonb_build_object('reason', returns.reason, 'refunded', returns.refunded) from render_returns as returns
  where returns.render_id = render_images.render_id and returns.batch_index = render_images.batch_index)`;

const selectImages = prepareSelect(
  { ...getTableColumns(renderImages), returned },
  (select, given: Given<{ renderIds: readonly number[] }>) =>
    select
      .from(renderImages)
      .where(isAmong(renderImages.renderId, given('renderIds')))
      .orderBy(asc(renderImages.renderId), asc(renderImages.batchIndex)),
);
const selectStaff = prepareSelect({ id: users.id }, (select, given: Given<{ ids: readonly number[] }>) =>
  select.from(users).where(and(isAmong(users.id, given('ids')), eq(users.isStaff, true))),
);

/** Of a recipe only what made it: the rest may be large. */
const builtBy = sql<
  Pick<ShownRender['recipe'], 'engineBuild'>
>`jsonb_build_object('engineBuild', ${renders.recipe} -> 'engineBuild')`;

/** Renders as the wire shows them, in the given order, with fresh addresses of every picture. */
export async function describeRenders(
  db: Queryable,
  urls: FileUrls,
  rows: readonly ShownRender[],
): Promise<Body[]> {
  const images = await findImages(
    db,
    rows.map(({ id }) => id),
  );
  const reruns = rows.flatMap(({ rerunOf }) => rerunOf ?? []);
  const firsts =
    reruns.length === 0
      ? []
      : await db
          .select({ id: renders.id, provenance: renders.provenance, recipe: builtBy })
          .from(renders)
          .where(and(inArray(renders.id, reruns), isNull(renders.deletedAt)));
  const positions = await queuePositions(
    db,
    rows.flatMap(({ id, status }) => (status === 'queued' ? id : [])),
  );
  const staff = await findStaff(
    db,
    rows.flatMap(({ userId, provenance }) => (provenance.length > 0 ? userId : [])),
  );
  const imagesOf = new Map<number, ImageRow[]>();
  for (const image of images) {
    const others = imagesOf.get(image.renderId);
    if (others === undefined) imagesOf.set(image.renderId, [image]);
    else others.push(image);
  }
  const bodies: Body[] = [];
  for (const row of rows) {
    const seesServers = staff.has(row.userId);
    const position = row.status === 'queued' ? (positions.get(row.id) ?? 1) : null;
    const made = (imagesOf.get(row.id) ?? []).map((image) => describeImage(urls, image));
    const first = firsts.find(({ id }) => id === row.rerunOf);
    const compared = first === undefined || row.status !== 'completed' ? [] : compareProvenance(first, row);
    const changes = compared.filter(({ what }) => seesServers || what !== 'server');
    const provenance = seesServers ? row.provenance : hideServers(row.provenance);
    const rerunOf = first === undefined ? null : RenderId.parse(first.id);
    bodies.push({ ...describe(urls, row, made, position), provenance, rerun_of: rerunOf, changes });
  }
  return bodies;
}

/** Of those named, the people who may know which machines there are. */
async function findStaff(db: Queryable, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await selectStaff(db, { ids: [...new Set(userIds)] });
  return new Set(rows.map(({ id }) => id));
}

/** One render, see {@link describeRenders}. */
export async function describeRender(db: Queryable, urls: FileUrls, row: ShownRender): Promise<Body> {
  const [body] = await describeRenders(db, urls, [row]);
  if (body === undefined) throw new Error('one render in, none out');
  return body;
}

/** Finished images of renders, by batch index within each. */
export async function findImages(db: Queryable, renderIds: readonly number[]): Promise<ImageRow[]> {
  return renderIds.length === 0 ? [] : selectImages(db, { renderIds });
}

/** A finished image as the wire shows it: of one that was given back for credits the small picture alone. */
export function describeImage(urls: FileUrls, image: ImageRow): Image {
  const hash = ContentHash.parse(image.imageHash);
  const thumbnail = urls.sign(ContentHash.parse(image.thumbnailHash));
  const returned = image.returned && { ...image.returned, is_taken: isTaken(image.returned) };
  const isWhole = returned?.is_taken !== true;
  const layers = isWhole ? image.layers : [];
  const wide = layers.find(({ kind }) => kind === 'wide');
  return {
    image: isWhole ? urls.sign(hash) : thumbnail,
    view: isWhole ? urls.sign(image.viewHash === null ? hash : ContentHash.parse(image.viewHash)) : thumbnail,
    thumbnail,
    image_hash: hash,
    width: image.widthPx,
    height: image.heightPx,
    batch_index: image.batchIndex,
    fidelity: image.fidelity,
    kept_product: image.keptProduct,
    returned,
    layers: layers.flatMap(({ kind, ...layer }) =>
      kind === 'wide' ? [] : [{ ...layer, kind, url: urls.sign(layer.hash) }],
    ),
    wide: wide === undefined ? null : urls.sign(wide.hash),
  };
}

function describe(
  urls: FileUrls,
  row: ShownRender,
  images: Image[],
  position: number | null,
): Omit<Body, 'provenance' | 'rerun_of' | 'changes'> {
  const { recipe } = row;
  const { background, style } = recipe;
  const signed = (hash: ContentHash | null) => (hash === null ? null : urls.sign(hash));
  return {
    id: RenderId.parse(row.id),
    status: row.status,
    project: row.projectId,
    engine: row.engine,
    made_on_device: row.madeOnDevice,
    starred: row.starredAt !== null,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    duration_seconds:
      row.finishedAt && row.startedAt ? (row.finishedAt.getTime() - row.startedAt.getTime()) / 1000 : null,
    progress: row.progress,
    node_id: row.nodeId,
    queue_position: position,
    price: row.price,
    refunded: row.refunded,
    warnings: row.warnings,
    error_code: row.errorCode,
    positive_prompt: recipe.positivePrompt,
    negative_prompt: recipe.negativePrompt,
    use_negative_prompt: recipe.useNegativePrompt,
    fix_seed: recipe.isSeedFixed,
    seed: recipe.seed,
    batch_count: recipe.batchSize,
    is_batch: recipe.batchSize > 1,
    thumbnail_url: images[0]?.thumbnail ?? null,
    main_output_url: images[0]?.image ?? null,
    viewer_snapshot_url: urls.sign(recipe.passes.snapshot),
    outline_snapshot_url: signed(recipe.passes.outline),
    style: style === null ? null : { image_url: urls.sign(style.imageHash), name: style.name },
    background:
      background.kind === 'image'
        ? { image_url: urls.sign(background.imageHash), name: background.name }
        : null,
    background_color: background.kind === 'colour' ? background.colour : null,
    applied_masks: recipe.masks.map((mask) => ({
      mask_name: mask.maskName,
      material_name: mask.materialName,
      mask_image_url: urls.sign(mask.imageHash),
      material_image_url: signed(mask.materialImageHash),
    })),
    output_images: images,
    batch_images: images,
    recipe,
    group: row.group,
    view_ids: row.viewIds,
  };
}
