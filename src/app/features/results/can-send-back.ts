import { DAY_MS, RETURN_DAYS } from '../../../contract/constants.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { isOnServer } from '../../core/render-queries.ts';

/** Whether a picture may be sent back: an AI engine made it here, lately, and it was neither sent back nor a gift. */
export function canSendBack(
  render: Pick<
    RenderBody,
    'id' | 'engine' | 'made_on_device' | 'created_at' | 'finished_at' | 'duration_seconds' | 'output_images'
  >,
  index: number,
  nowMs: number,
): boolean {
  const image = render.output_images[index];
  // It came with a project file.
  const isImported = render.finished_at !== null && render.duration_seconds === null;
  return (
    image !== undefined &&
    image.returned === null &&
    isOnServer(render) &&
    render.engine !== 'studio' &&
    !render.made_on_device &&
    !isImported &&
    nowMs - Date.parse(render.created_at) < RETURN_DAYS * DAY_MS
  );
}
