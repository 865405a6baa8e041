import { watchScreen } from './watch-screen.mjs';

const SIDE_PX = 600;
const STRONG = 40;
/** What goes on after the first frame counts as loading for this long. */
const SETTLE_MS = 500;

/**
 * Loads the model into one viewer on a page of its own.
 *
 * @param turnedFrames How many frames the model turns for afterwards.
 * @returns Milliseconds: from the bytes to the first frame of the browser's compositor that shows the model, how long the
 *   page's thread was held meanwhile, and a frame of the turn.
 */
export async function measureLoad(browser, origin, contender, path = '/model.glb', turnedFrames = 0) {
  const page = await browser.newPage({ viewport: { width: SIDE_PX, height: SIDE_PX }, deviceScaleFactor: 1 });
  try {
    await page.goto(`${origin}/`);
    await page.evaluate((name) => window.bench.open(name), contender);
    const seen = await watchScreen(page, isStrong);
    const { started, loaded } = await page.evaluate((file) => window.bench.load(file), path);
    const { shownMs } = await seen();
    await page.waitForTimeout(SETTLE_MS);
    const held = await page.evaluate(() => window.bench.finish());
    const turnFrameMs =
      turnedFrames === 0 ? 0 : await page.evaluate((count) => window.bench.turn(count), turnedFrames);
    return { contender, firstFrameMs: shownMs - started, loadedMs: loaded - started, turnFrameMs, ...held };
  } finally {
    await page.close();
  }
}

/** The models' colours are strong, the stages grey. */
function isStrong(red, green, blue) {
  return Math.max(red, green, blue) - Math.min(red, green, blue) > STRONG;
}
