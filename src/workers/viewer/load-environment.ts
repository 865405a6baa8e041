import type { DataTexture } from 'three';
import { AppError } from '../../contract/failure.ts';
import { readEnvironment } from './read-environment.ts';

/** What takes longer does not come. */
const TIMEOUT_MS = 60_000;

/**
 * Fetches the viewer's own studio, which is made from the tracer's (`scripts/content/environment.ts`).
 *
 * @throws AppError `image-unreadable`, also when it does not come.
 */
export async function loadEnvironment(): Promise<DataTexture> {
  const name = 'studio.hdr';
  let bytes: ArrayBuffer;
  try {
    const answer = await fetch(new URL('./studio.hdr', import.meta.url), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
    bytes = await answer.arrayBuffer();
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
  return readEnvironment(bytes, name);
}
