import { useQuery } from '@tanstack/react-query';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { useApp } from '../../core/use-app.ts';
import { drawnColour, type MaterialRow } from '../../model/list-materials.ts';
import { loadLibraryImage } from '../../scene/library.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { averageColourOf, textureKey } from './average-colour.ts';

/** What the dot of a row shows: the tint, else the average of the texture, else the plain colour (S3 2). */
export function useChipColour(row: MaterialRow, item: LibraryItemBody | undefined): string {
  const app = useApp();
  const key = textureKey(row);
  const known = row.entry?.color ?? (row.entry?.textureHash == null ? undefined : item?.average_colour);
  const { data } = useQuery(
    {
      queryKey: ['average-colour', key],
      queryFn: () => averageColourOf(app, row),
      enabled: key !== null && known === undefined,
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: 'always',
    },
    app.queries,
  );
  return known ?? (key === null ? undefined : data) ?? row.colour;
}

/** Address of a small picture of the row's texture; null without one, and while it is made. */
export function useTexturePicture(row: MaterialRow, item: LibraryItemBody | undefined): string | null {
  const app = useApp();
  const key = textureKey(row);
  const known = row.entry?.textureHash == null ? undefined : item?.thumbnail;
  const { data: picture } = useQuery(
    {
      queryKey: ['texture-picture', key],
      queryFn: () => drawPicture(app, row),
      enabled: key !== null && known === undefined,
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: 'always',
      retry: false,
    },
    app.queries,
  );
  const address = useObjectUrl(picture);
  return known ?? (key === null ? null : address);
}

/** What multiplies the picture of the row's texture on the stage; null for nothing. */
export function pictureTint(row: MaterialRow): string | null {
  const { entry, file } = row;
  const tint = entry?.color ?? (entry?.textureHash == null ? drawnColour(file) : '#ffffff');
  return tint === '#ffffff' ? null : tint;
}

async function drawPicture(app: App, row: MaterialRow): Promise<Blob | null> {
  const { textureHash = null, texturePath = null } = row.entry ?? {};
  if (textureHash !== null) {
    return app.compute().drawThumbnail(await loadLibraryImage(app, 'material', textureHash, texturePath));
  }
  const glb = await app.storage.get(row.modelHash);
  return glb === null ? null : app.compute().drawThumbnail(glb, row.file.index);
}
