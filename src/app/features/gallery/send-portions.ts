import { GALLERY_BATCH_MAX } from '../../../contract/constants.ts';
import type { RenderId } from '../../../contract/ids.ts';

/** What became of renders that were changed in portions. */
export interface Portions {
  readonly done: readonly RenderId[];
  /** Of portions that were refused, each as a whole. */
  readonly refused: readonly RenderId[];
  /** What the first of those was refused with. */
  readonly error: unknown;
}

/**
 * Has the server change renders, as many at once as one call may name. A portion that is refused keeps none of the others back.
 *
 * @param send Changes a portion, all of it or nothing.
 */
export async function sendPortions(
  ids: readonly RenderId[],
  send: (portion: readonly RenderId[]) => Promise<unknown>,
): Promise<Portions> {
  const done: RenderId[] = [];
  const refused: RenderId[] = [];
  let error: unknown;
  for (let from = 0; from < ids.length; from += GALLERY_BATCH_MAX) {
    const portion = ids.slice(from, from + GALLERY_BATCH_MAX);
    try {
      await send(portion);
      done.push(...portion);
    } catch (reason) {
      if (refused.length === 0) error = reason;
      refused.push(...portion);
    }
  }
  return { done, refused, error };
}
