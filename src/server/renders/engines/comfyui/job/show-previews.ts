import type { EngineEvent } from '../../engine.ts';
import type { Dispatch } from './dispatch.ts';
import type { Timing } from './timing.ts';

type Preview = Extract<EngineEvent, { kind: 'preview' }>;

/**
 * Decodes previews as they come: the last one wins, and none sooner after the one before than `previewMs`.
 * What cannot be read is passed over: the picture does not depend on it.
 */
export function createPreviews(
  { pictures, timing }: Pick<Dispatch, 'pictures'> & { readonly timing: Pick<Timing, 'previewMs'> },
  tell: (preview: Preview) => void,
) {
  let waiting: Uint8Array | null = null;
  let timer: NodeJS.Timeout | null = null;
  const closing = new AbortController();
  const { signal } = closing;
  const work = pictures.workFor({ lane: 'background', caller: 'comfyui', signal });

  const show = async (): Promise<void> => {
    const image = waiting;
    waiting = null;
    if (image === null) {
      timer = null;
      return;
    }
    const preview = await work.decodePreview(image).catch(() => null);
    if (signal.aborted) return;
    if (preview !== null) tell({ kind: 'preview', ...preview });
    timer = setTimeout(() => void show(), timing.previewMs);
  };
  return {
    push(image: Uint8Array): void {
      if (signal.aborted) return;
      waiting = image;
      timer ??= setTimeout(() => void show(), 0);
    },
    close(): void {
      closing.abort();
      if (timer !== null) clearTimeout(timer);
    },
  };
}
