import { readGraphicsTime } from './read-graphics-time.mjs';
import { watchScreen } from './watch-screen.mjs';

const SIDE_PX = 600;
const STRONG = 40;
/** What goes on after the first frame counts as loading for this long. */
const SETTLE_MS = 500;

/**
 * Loads the model into one viewer on a page of its own.
 *
 * @param options.turned For how many frames the model turns afterwards, and for how many seconds at most.
 * @param options.sidePx Of the page, which the viewer fills.
 * @returns Milliseconds: from the bytes to the first frame of the browser's compositor that shows the model, how long the
 *   page's thread was held meanwhile, and a frame of the turn; of the first frame and of the turn also the processor's time
 *   of the graphics process.
 */
export async function measureLoad(browser, origin, contender, path = '/model.glb', options = {}) {
  const { turned = null, sidePx = SIDE_PX } = options;
  const page = await browser.newPage({ viewport: { width: sidePx, height: sidePx }, deviceScaleFactor: 1 });
  try {
    await page.goto(`${origin}/`);
    await page.evaluate((name) => window.bench.open(name), contender);
    const seen = await watchScreen(page, isStrong);
    const before = await readGraphicsTime(browser);
    const { started, loaded } = await page.evaluate((file) => window.bench.load(file), path);
    const { shownMs } = await seen();
    const firstFrameCpuMs = (await readGraphicsTime(browser)) - before;
    await page.waitForTimeout(SETTLE_MS);
    const held = await page.evaluate(() => window.bench.finish());
    const turn = turned === null ? {} : await measureTurn(browser, page, turned);
    return {
      contender,
      firstFrameMs: shownMs - started,
      firstFrameCpuMs,
      loadedMs: loaded - started,
      ...turn,
      ...held,
    };
  } finally {
    await page.close();
  }
}

async function measureTurn(browser, page, { frames: frameCount, seconds }) {
  await page.evaluate((most) => window.bench.warm(most), seconds);
  const before = await readGraphicsTime(browser);
  const { frameMs, frames } = await page.evaluate(
    (args) => window.bench.turn(...args),
    [frameCount, seconds],
  );
  const cpuMs = (await readGraphicsTime(browser)) - before;
  return { turnFrameMs: frameMs, turnFrameCpuMs: cpuMs / frames };
}

/** The models' colours are strong, the stages grey. */
function isStrong(red, green, blue) {
  return Math.max(red, green, blue) - Math.min(red, green, blue) > STRONG;
}
