import type { z } from 'zod';
import { type AssetType, LibraryItemBody, type PatchItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { refreshLibrary } from '../../scene/library.ts';

/**
 * Renames, moves or archives a picture of a library (C9).
 *
 * @throws AppError of the server.
 */
export async function changeItem(
  app: Pick<App, 'server' | 'queries'>,
  assetType: AssetType,
  item: LibraryItemBody,
  change: z.infer<typeof PatchItemBody>,
): Promise<void> {
  const options = { method: 'PATCH', body: change } as const;
  await app.server.call(`/api/${assetType}/${item.id}/`, LibraryItemBody, options);
  await refreshLibrary(app, assetType);
}
