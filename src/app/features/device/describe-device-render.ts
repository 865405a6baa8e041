import type { RenderBody } from '../../../contract/http/renders.ts';
import type { ContentHash, RenderId } from '../../../contract/ids.ts';
import type { DeviceRenderRow } from '../../values/device-render.ts';

/**
 * A finished picture of this device as the server will describe it, until it does.
 *
 * @param id Negative: the server has given it none.
 * @param urlOf Address of a file of this device; null for one that it does not have.
 */
export function describeDeviceRender(
  row: DeviceRenderRow,
  id: number,
  urlOf: (hash: ContentHash) => string | null,
): RenderBody {
  const { recipe } = row;
  const { background, style } = recipe;
  const images = row.images
    .toSorted((a, b) => a.batchIndex - b.batchIndex)
    .map(({ hash, widthPx, heightPx, batchIndex }): RenderBody['output_images'][number] => {
      const url = urlOf(hash) ?? '';
      return {
        image: url,
        view: url,
        thumbnail: url,
        image_hash: hash,
        width: widthPx,
        height: heightPx,
        batch_index: batchIndex,
        fidelity: null,
        kept_product: null,
        returned: null,
        layers: [],
        wide: null,
      };
    });
  const { outline } = recipe.passes;
  return {
    id: id as RenderId,
    status: 'completed',
    project: null,
    engine: 'studio',
    made_on_device: true,
    starred: false,
    created_at: new Date(row.createdAt).toISOString(),
    finished_at: row.finishedAt === null ? null : new Date(row.finishedAt).toISOString(),
    duration_seconds: null,
    progress: 100,
    node_id: null,
    queue_position: null,
    price: 0,
    refunded: 0,
    error_code: null,
    positive_prompt: recipe.positivePrompt,
    negative_prompt: recipe.negativePrompt,
    use_negative_prompt: recipe.useNegativePrompt,
    fix_seed: recipe.isSeedFixed,
    seed: recipe.seed,
    batch_count: recipe.batchSize,
    is_batch: recipe.batchSize > 1,
    thumbnail_url: images[0]?.thumbnail ?? null,
    main_output_url: images[0]?.image ?? null,
    viewer_snapshot_url: urlOf(recipe.passes.snapshot) ?? '',
    outline_snapshot_url: outline === null ? null : urlOf(outline),
    style: style === null ? null : { image_url: urlOf(style.imageHash) ?? '', name: style.name },
    background:
      background.kind === 'image'
        ? { image_url: urlOf(background.imageHash) ?? '', name: background.name }
        : null,
    background_color: background.kind === 'colour' ? background.colour : null,
    applied_masks: recipe.masks.map((mask) => ({
      mask_name: mask.maskName,
      material_name: mask.materialName,
      mask_image_url: urlOf(mask.imageHash) ?? '',
      material_image_url: mask.materialImageHash === null ? null : urlOf(mask.materialImageHash),
    })),
    output_images: images,
    batch_images: images,
    recipe,
    provenance: [],
    warnings: [...row.warnings],
    rerun_of: null,
    group: row.group ?? null,
    view_ids: [...(row.viewIds ?? [])],
    changes: [],
  };
}
