import type { Page } from 'playwright';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import { IDENTITY } from '../../src/tracer/matrix.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { type Pixels, pixelsOf } from './pixels.ts';
import { createSpec, createTestHost, nameFile } from './trace-host.ts';

/** What differs from a plain recipe; of its scene, too. */
export type StagedChanges = Partial<Omit<RenderSpec, 'scene'>> & {
  readonly scene?: Partial<RenderSpec['scene']>;
};

/**
 * Studio's picture of a model, seen as the stage of the page sees it now. Call `buildKernel` first.
 *
 * @param sizePx Of either edge.
 * @param files That the recipe names beside the model.
 */
export async function traceAsStaged(
  page: Page,
  glb: Uint8Array,
  sizePx: number,
  { scene, ...changes }: StagedChanges,
  files: readonly Uint8Array[] = [],
): Promise<Pixels> {
  const model = nameFile(glb);
  const base = createSpec(model.hash, { quality: 'standard', ...changes });
  const spec: RenderSpec = {
    ...base,
    camera: await page.evaluate(() => window.harness.viewer.api.camera()),
    widthPx: sizePx,
    heightPx: sizePx,
    scene: { ...base.scene, normalisation: [...IDENTITY], ...scene },
  };
  const named = [model, ...files.map(nameFile)].map(({ hash, bytes }) => [hash, bytes] as const);
  const events = tracePicture(
    { spec, files: new Map(named) },
    await createTestHost(1, false),
    new AbortController().signal,
  );
  for await (const event of events) if (event.kind === 'image') return pixelsOf(event.rgba, sizePx);
  throw new Error('no picture came');
}
