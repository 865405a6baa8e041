import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import type { CapturePass } from '../../src/contract/viewer-api.ts';
import { openTestBrowser, type TestBrowser } from './browser.ts';
import { type Pixels, pixelsOf } from './pixels.ts';

/** Side of the stage on the page of `tests/workers/page`, CSS pixels; it stands at (20, 20). */
export const STAGE_PX = 320;

/** Both ways to run the viewer, as the page's query. */
export const MODES = [
  ['worker', ''],
  ['page', '?viewer=page'],
] as const;

/**
 * A stage without a graphics card costs by the pixel: most tests see as much on one that is drawn half as fine.
 *
 * @param deviceScaleFactor 1 for what compares the screen by its pixels.
 */
export function openViewerTests(deviceScaleFactor = 0.5): Promise<TestBrowser> {
  return openTestBrowser(join(import.meta.dirname, '../workers/page'), deviceScaleFactor);
}

/** @param prepare Runs in the page before its own scripts. @param hasViewer False for `?viewer=none`. */
export async function openViewerPage(
  tests: TestBrowser,
  query = '',
  userAgent?: string,
  prepare?: () => void,
  hasViewer = true,
): Promise<Page> {
  const page = await tests.browser.newPage({
    viewport: { width: 360, height: 360 },
    deviceScaleFactor: tests.deviceScaleFactor,
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  if (prepare !== undefined) await page.addInitScript(prepare);
  await page.goto(`${tests.origin}/${query}`);
  if (hasViewer) await page.evaluate(() => window.harness.viewer.graphics());
  return page;
}

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Shows a model in the file's own frame, seen from a point at the origin. */
export async function showModel(
  page: Page,
  glb: Uint8Array,
  position: readonly number[] = [0, 0, 14],
): Promise<void> {
  await page.evaluate(
    async ([model, at]) => {
      await window.harness.show(model);
      await window.harness.look([...at]);
    },
    [base64(glb), position] as const,
  );
}

/**
 * Looks at the origin from two places in turn, and resolves when the camera has told that it rests at the second: the
 * news of an earlier rest may still be on its way.
 */
export async function lookAndRest(page: Page, position: readonly [number, number, number]): Promise<void> {
  await page.evaluate(
    async ([x, y, z]) => {
      const { harness } = window;
      await harness.look([x + 1, y + 1, z + 6]);
      let seen = harness.events.length;
      await harness.look([x, y, z]);
      for (;;) {
        const settled = await harness.wait('cameraSettled', seen);
        if (settled.pose.position[2] === z) return;
        seen = harness.events.indexOf(settled) + 1;
      }
    },
    [...position] as const,
  );
}

/** Captures of the present view; a pass that came back as null is null. */
export async function captureOf<P extends CapturePass>(
  page: Page,
  wanted: readonly P[],
  widthPx = STAGE_PX,
  heightPx = widthPx,
): Promise<{ [Pass in P]: Pixels | null } & { depthRange: { nearest: number; farthest: number } | null }> {
  const passes = await page.evaluate(
    ([width, height, names]) => window.harness.capture(width, height, names),
    [widthPx, heightPx, [...wanted] as CapturePass[]] as const,
  );
  const read = (text: string | null) =>
    text === null ? null : pixelsOf(new Uint8Array(Buffer.from(text, 'base64')), widthPx);
  const { depthRange } = passes;
  return { ...Object.fromEntries(wanted.map((pass) => [pass, read(passes[pass])])), depthRange } as never;
}

/** What the stage shows on the screen. */
export async function screenOf(page: Page): Promise<Pixels> {
  await page.evaluate(() => window.harness.viewer.api.camera());
  // Where it is drawn, the first frame draws what is due, and the second comes once the first was taken; the page takes it
  // with frames of its own.
  await runAtViewer(page, twoFrames);
  await page.evaluate(twoFrames);
  const png = await page.screenshot({ clip: { x: 20, y: 20, width: STAGE_PX, height: STAGE_PX } });
  // It may be drawn more coarsely than the page is measured.
  const { data, info } = await sharp(png)
    .resize(STAGE_PX, STAGE_PX, { kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return pixelsOf(data, info.width, info.channels);
}

/** Two frames of the thread it runs in. */
export const twoFrames = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Share of the pixels, sampled every third, that differ by more than `tolerance` in a channel. */
export function differenceOf(
  a: Pixels,
  b: Pixels,
  tolerance: number,
  counts: (x: number, y: number) => boolean = () => true,
): number {
  let different = 0;
  let counted = 0;
  for (let y = 0; y < a.data.length / a.widthPx / 4 && y < a.widthPx; y += 3) {
    for (let x = 0; x < a.widthPx; x += 3) {
      if (!counts(x, y)) continue;
      counted++;
      const there = b.at(x, y);
      if (a.at(x, y).some((value, channel) => Math.abs(value - (there[channel] ?? 0)) > tolerance))
        different++;
    }
  }
  return different / counted;
}

/** Runs a function where the viewer runs: in its worker, or on the page. */
export async function runAtViewer<R>(page: Page, use: () => R | Promise<R>): Promise<R> {
  const worker = page.workers().find((one) => one.url().includes('viewer-worker'));
  return (await (worker === undefined ? page.evaluate(use) : worker.evaluate(use))) as R;
}
