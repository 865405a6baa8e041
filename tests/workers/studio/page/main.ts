import type { ContentHash } from '../../../../src/contract/ids.ts';
import type { RenderSpec } from '../../../../src/contract/render-spec.ts';
import type { DeviceJob, TracePace } from '../../../../src/contract/studio-api.ts';
import { openStudio } from '../../../../src/workers/open-studio.ts';

/** What became of an order: the kinds of its events in their sequence, and its pictures as base64. */
export interface Drawn {
  readonly isIsolated: boolean;
  readonly kernelHash: string;
  readonly kinds: readonly string[];
  /** Of each progress. */
  readonly nodes: readonly string[];
  readonly warnings: readonly { readonly kind: string; readonly name: string }[];
  readonly pictures: readonly { readonly batchIndex: number; readonly png: string }[];
  /** Name of what ended it, null where it came to its end. */
  readonly ended: string | null;
}

const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const textOf = async (file: Blob) =>
  btoa(Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));

/** @param files Base64 by hash. @param endAt Cancels with the first event of this kind, or progress of this node. */
async function draw(
  recipe: RenderSpec,
  files: Readonly<Record<string, string>>,
  threadCount: number,
  skips: readonly number[] = [],
  endAt: string | null = null,
  keep: DeviceJob['keep'] = null,
  isSmall = false,
): Promise<Drawn> {
  const kinds: string[] = [];
  const nodes: string[] = [];
  const warnings: { kind: string; name: string }[] = [];
  const pictures: { batchIndex: number; picture: Blob }[] = [];
  const ending = new AbortController();
  let kernelHash = '';
  let ended: string | null = null;
  const given = readFiles(files);
  try {
    await openStudio(threadCount, isSmall).trace(
      { recipe, files: given, skips, keep },
      (event) => {
        if (event.kind !== kinds.at(-1)) kinds.push(event.kind);
        if (event.kind === 'started') kernelHash = event.kernelHash;
        if (event.kind === 'warned') warnings.push(event.warning);
        if (event.kind === 'image') pictures.push(event);
        if (event.kind === 'progress') nodes.push(event.nodeId);
        if (event.kind === endAt || nodes.at(-1) === endAt) ending.abort();
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
    nodes,
    warnings,
    pictures: await Promise.all(made),
    ended,
  };
}

/** What became of a scene that was refined. */
export interface Refined {
  /** Width, height and samples of each frame, whole numbers. */
  readonly frames: readonly (readonly [number, number, number])[];
  readonly png: string | null;
  readonly kernelHash: string | null;
  readonly ended: string | null;
}

/** Refines scenes one after the other. @param endAfter Takes all but the last back after so many frames. */
async function refine(
  recipes: readonly RenderSpec[],
  files: Readonly<Record<string, string>>,
  threadCount: number,
  endAfter: number | null,
): Promise<Refined[]> {
  const live = openStudio(threadCount).openLive();
  const given = readFiles(files);
  const refined: Refined[] = [];
  for (const [index, recipe] of recipes.entries()) {
    const isLast = index === recipes.length - 1;
    const frames: [number, number, number][] = [];
    const ending = new AbortController();
    try {
      const { picture, kernelHash } = await live.refine(
        { recipe, files: given },
        ({ widthPx, heightPx, sampleCount }) => {
          frames.push([widthPx, heightPx, Math.round(sampleCount)]);
          if (!isLast && frames.length === endAfter) ending.abort();
        },
        ending.signal,
      );
      refined.push({ frames, png: await textOf(picture), kernelHash, ended: null });
    } catch (error) {
      refined.push({ frames, png: null, kernelHash: null, ended: error instanceof Error ? error.name : '?' });
    }
  }
  live.close();
  return refined;
}

/** Draws an order that is held with its first progress, until its workers have come to rest. */
async function hold(
  recipe: RenderSpec,
  files: Readonly<Record<string, string>>,
  threadCount: number,
): Promise<{ eventsWhileHeld: number; png: string | null }> {
  let pace: TracePace | null = null;
  let held: Promise<void> | null = null;
  let isHeld = false;
  let eventsWhileHeld = 0;
  let png: Promise<string> | null = null;
  await openStudio(threadCount).trace(
    { recipe, files: readFiles(files), skips: [], keep: null },
    (event) => {
      if (isHeld) eventsWhileHeld += 1;
      if (event.kind === 'image') png = textOf(event.picture);
      if (event.kind !== 'progress' || event.nodeId !== 'path-trace' || held !== null) return;
      isHeld = true;
      pace?.setPaused(true);
      // Two pictures of this size take a tenth of it.
      held = new Promise((resolve) => setTimeout(resolve, 1_500));
      void held.then(() => {
        isHeld = false;
        pace?.setPaused(false);
      });
    },
    new AbortController().signal,
    (opened) => {
      pace = opened;
    },
  );
  return { eventsWhileHeld, png: await png };
}

const readFiles = (files: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(files).map(([hash, text]) => [hash as ContentHash, new Blob([bytesOf(text)])] as const),
  );

declare global {
  interface Window {
    draw: typeof draw;
    refine: typeof refine;
    hold: typeof hold;
    isSupported: boolean;
  }
}

window.draw = draw;
window.refine = refine;
window.hold = hold;
window.isSupported = openStudio().isSupported;
