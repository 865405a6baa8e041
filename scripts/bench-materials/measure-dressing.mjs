import { watchScreen } from '../bench-viewer/watch-screen.mjs';

const SIDE_PX = 600;

/**
 * Dresses a model that stands on the stage, on a page of its own.
 *
 * @returns Milliseconds from the call until a frame that shows the material has arrived from the browser.
 */
export async function measureDressing(browser, origin, contender, materialCount) {
  const page = await browser.newPage({ viewport: { width: SIDE_PX, height: SIDE_PX }, deviceScaleFactor: 1 });
  try {
    await page.goto(`${origin}/`);
    await page.evaluate(
      ([name, count]) => window.bench.show(name, '/model.glb', '/tile.jpg', count),
      [contender, materialCount],
    );
    const seen = await watchScreen(page, isTile);
    const started = await page.evaluate(() => window.bench.dress());
    return { contender, tookMs: (await seen()).heardMs - started };
  } finally {
    await page.close();
  }
}

/** The tile is teal under every light: green and blue alike, red far below. */
function isTile(red, green, blue) {
  return Math.abs(green - blue) < 40 && Math.min(green, blue) > red + 40;
}
