import { type SQL, sql } from 'drizzle-orm';
import type { PictureReturn } from '../../../contract/returns.ts';
import { renderFiles } from '../../db/schema/renders.ts';

/** What a person sent back and got credits for is not theirs any more; what failed the check is a gift. */
export function isTaken({ reason, refunded }: Pick<PictureReturn, 'reason' | 'refunded'>): boolean {
  return reason !== 'failed-check' && refunded > 0;
}

/** That a row of `render_files` is a picture of its render that {@link isTaken}, or a file that was made with it. */
export const isFileTaken: SQL = sql`exists (
  select from render_images as taken
    inner join render_returns as returns using (render_id, batch_index)
    where taken.render_id = ${renderFiles.renderId} and returns.reason <> 'failed-check' and returns.refunded > 0
      and (${renderFiles.hash} in (taken.image_hash, taken.view_hash)
        or taken.layers @> jsonb_build_array(jsonb_build_object('hash', ${renderFiles.hash}))))`;
