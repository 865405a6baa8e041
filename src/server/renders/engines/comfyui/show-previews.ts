import { openImage } from '../../../images/open-image.ts';
import type { EngineEvent } from '../engine.ts';

type Preview = Extract<EngineEvent, { kind: 'preview' }>;
const PREVIEW_PX = 512;

/**
 * Decodes previews as they come: the last one wins, and none sooner after the one before than `intervalMs`.
 * What cannot be read is passed over: the picture does not depend on it.
 */
export function createPreviews(intervalMs: number, tell: (preview: Preview) => void) {
  let waiting: Uint8Array | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const show = async (): Promise<void> => {
    const image = waiting;
    waiting = null;
    if (image === null) {
      timer = null;
      return;
    }
    const preview = await decode(image).catch(() => null);
    if (isClosed) return;
    if (preview !== null) tell(preview);
    timer = setTimeout(() => void show(), intervalMs);
  };
  return {
    push(image: Uint8Array): void {
      if (isClosed) return;
      waiting = image;
      timer ??= setTimeout(() => void show(), 0);
    },
    close(): void {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

async function decode(image: Uint8Array): Promise<Preview> {
  const { data, info } = await openImage(image)
    .resize({ width: PREVIEW_PX, height: PREVIEW_PX, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { kind: 'preview', rgba: data, widthPx: info.width, heightPx: info.height };
}
