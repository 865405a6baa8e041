import type { z } from 'zod';
import type { SmallImageBody } from '../../contract/http/renders.ts';
import { RenderId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import { describeImage, findImages } from './describe-render.ts';

/** Of each render its first image, small; the newest render first. */
export async function listSmallImages(
  db: Queryable,
  urls: FileUrls,
  renderIds: readonly number[],
): Promise<z.infer<typeof SmallImageBody>[]> {
  const made = await findImages(db, renderIds);
  return made
    .filter((image) => image.batchIndex === 0)
    .map((image) => {
      const { thumbnail, width, height } = describeImage(urls, image);
      return { render_id: RenderId.parse(image.renderId), image: { image: thumbnail, width, height } };
    })
    .sort((a, b) => b.render_id - a.render_id);
}
