import type { ContentHash } from '../../../../src/contract/ids.ts';
import type { RenderSpec } from '../../../../src/contract/render-spec.ts';
import { openStudio } from '../../../../src/workers/open-studio.ts';

/** What became of an order: the kinds of its events in their sequence, and its pictures as base64. */
export interface Drawn {
  readonly isIsolated: boolean;
  readonly kernelHash: string;
  readonly kinds: readonly string[];
  readonly warnings: readonly { readonly kind: string; readonly name: string }[];
  readonly pictures: readonly { readonly batchIndex: number; readonly png: string }[];
  /** Name of what ended it, null where it came to its end. */
  readonly ended: string | null;
}

const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const textOf = async (file: Blob) =>
  btoa(Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));

/** @param files Base64 by hash. @param endAt Cancels with the first event of this kind. */
async function draw(
  recipe: RenderSpec,
  files: Readonly<Record<string, string>>,
  threadCount: number,
  skips: readonly number[] = [],
  endAt: string | null = null,
): Promise<Drawn> {
  const kinds: string[] = [];
  const warnings: { kind: string; name: string }[] = [];
  const pictures: { batchIndex: number; picture: Blob }[] = [];
  const ending = new AbortController();
  let kernelHash = '';
  let ended: string | null = null;
  const given = new Map(
    Object.entries(files).map(([hash, text]) => [hash as ContentHash, new Blob([bytesOf(text)])] as const),
  );
  try {
    await openStudio(threadCount).trace(
      { recipe, files: given, skips },
      (event) => {
        if (event.kind !== kinds.at(-1)) kinds.push(event.kind);
        if (event.kind === 'started') kernelHash = event.kernelHash;
        if (event.kind === 'warned') warnings.push(event.warning);
        if (event.kind === 'image') pictures.push(event);
        if (event.kind === endAt) ending.abort();
      },
      ending.signal,
    );
  } catch (error) {
    ended = error instanceof Error ? error.name : String(error);
  }
  const made = pictures.map(async ({ batchIndex, picture }) => ({ batchIndex, png: await textOf(picture) }));
  return {
    isIsolated: crossOriginIsolated,
    kernelHash,
    kinds,
    warnings,
    pictures: await Promise.all(made),
    ended,
  };
}

declare global {
  interface Window {
    draw: typeof draw;
    isSupported: boolean;
  }
}

window.draw = draw;
window.isSupported = openStudio().isSupported;
