import type { z } from 'zod';
import type { CategoryBody, LibraryItemBody } from '../../contract/http/libraries.ts';
import { ContentHash, LibraryItemId } from '../../contract/ids.ts';
import type { FileUrls, Reach } from '../storage/sign-file-url.ts';
import type { CategoryRow, ShownItem } from './find-items.ts';

type Sign = (hash: ContentHash) => string;

/** What the starter library has is everybody's. */
export function reachOf({ userId }: { readonly userId: number | null }): Reach {
  return userId === null ? 'all' : 'own';
}

/** A library item as the wire shows it. */
export function describeItem(
  urls: FileUrls,
  item: ShownItem['item'],
  category: ShownItem['category'],
): LibraryItemBody {
  const imageHash = ContentHash.parse(item.imageHash);
  const sign = (hash: ContentHash) => urls.sign(hash, reachOf(item));
  return {
    id: LibraryItemId.parse(item.id),
    name: item.names.en,
    names: item.names,
    image: sign(imageHash),
    thumbnail: sign(ContentHash.parse(item.thumbnailHash)),
    image_hash: imageHash,
    category: { id: category.id, name: category.names.en, names: category.names },
    user: item.userId,
    average_colour: item.averageColour,
    material:
      item.assetType === 'material'
        ? {
            tile_size_metres: item.tileSizeMetres ?? 1,
            metalness: item.metalness ?? 0,
            roughness: item.roughness ?? 1,
            bump_height_millimetres: item.bumpHeightMillimetres ?? 0,
            normal: describeMap(sign, item.normalHash),
            roughness_map: describeMap(sign, item.roughnessHash),
          }
        : null,
  };
}

function describeMap(sign: Sign, stored: string | null): { url: string; hash: ContentHash } | null {
  if (stored === null) return null;
  const hash = ContentHash.parse(stored);
  return { url: sign(hash), hash };
}

/** A category as the wire shows it. */
export function describeCategory(category: CategoryRow): z.infer<typeof CategoryBody> {
  return {
    id: category.id,
    name: category.names.en,
    names: category.names,
    asset_type: category.assetType,
    is_global: category.userId === null,
  };
}
