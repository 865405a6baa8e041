import { standsBehind } from '../../../../../contract/scene/stands-behind.ts';
import type { Link } from '../graph/draft-graph.ts';
import type { SdxlOrder } from './sdxl-order.ts';

/** The picture that is painted over: the snapshot with the order's background behind the product, or the plate of one that is kept. */
export function addBackground(order: SdxlOrder): Link {
  const { draft, recipe } = order;
  if (order.has('plate')) return order.loadImage('snapshot', 'plate');
  const snapshot = order.loadImage('snapshot', 'init');
  const behind = standsBehind(recipe).kind;
  if (behind === 'open' || behind === 'stage') return snapshot;
  if (!order.has('background-mask')) {
    order.leftOut.add('background');
    return snapshot;
  }
  const mask = order.loadMask('bg_mask', 'background-mask');
  return draft.add('encode-prompt', 'init', 'ImageCompositeMasked', {
    destination: snapshot,
    source: addPlate(order),
    x: 0,
    y: 0,
    resize_source: false,
    mask,
  });
}

function addPlate({ draft, recipe, widthPx, heightPx, has, loadImage }: SdxlOrder): Link {
  const { background } = recipe;
  // A colour that light is painted on comes as a picture.
  if (background.kind === 'colour' && !has('background')) {
    return draft.add('encode-prompt', 'bg_colour', 'EmptyImage', {
      width: widthPx,
      height: heightPx,
      batch_size: 1,
      color: Number.parseInt(background.colour.slice(1), 16),
    });
  }
  return draft.add('encode-prompt', 'bg_fit', 'ImageScale', {
    image: loadImage('bg_load', 'background'),
    upscale_method: 'lanczos',
    width: widthPx,
    height: heightPx,
    crop: 'center',
  });
}
