import type { z } from 'zod';
import type { CategoryBody, LibraryItemBody } from '../../contract/http/libraries.ts';
import { ContentHash, LibraryItemId } from '../../contract/ids.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import type { CategoryRow, ItemRow } from './find-items.ts';

/** A library item as the wire shows it. */
export function describeItem(urls: FileUrls, item: ItemRow, category: CategoryRow): LibraryItemBody {
  const imageHash = ContentHash.parse(item.imageHash);
  return {
    id: LibraryItemId.parse(item.id),
    name: item.names.en,
    names: item.names,
    image: urls.sign(imageHash),
    thumbnail: urls.sign(ContentHash.parse(item.thumbnailHash)),
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
            normal: describeMap(urls, item.normalHash),
            roughness_map: describeMap(urls, item.roughnessHash),
          }
        : null,
  };
}

function describeMap(urls: FileUrls, stored: string | null): { url: string; hash: ContentHash } | null {
  if (stored === null) return null;
  const hash = ContentHash.parse(stored);
  return { url: urls.sign(hash), hash };
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
