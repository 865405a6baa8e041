import sharp from 'sharp';

const SIDE_PX = 600;
/** The middle of the stage, where every viewer puts the model, and where no viewer has anything else. */
const MIDDLE = { left: 200, top: 200, width: 200, height: 200 };
/** The models' colours are strong, the stages grey. */
const STRONG = 40;
const VISIBLE_SHARE = 0.2;
/** What goes on after the first frame counts as loading for this long. */
const SETTLE_MS = 500;
const PATIENCE_MS = 120_000;

/**
 * Loads the model into one viewer on a page of its own.
 *
 * @returns Milliseconds: from the bytes to the first frame of the browser's compositor that shows the model, and how long
 *   the page's thread was held meanwhile.
 */
export async function measureLoad(browser, origin, contender) {
  const page = await browser.newPage({ viewport: { width: SIDE_PX, height: SIDE_PX }, deviceScaleFactor: 1 });
  try {
    await page.goto(`${origin}/`);
    await page.evaluate((name) => window.bench.open(name), contender);
    const seen = await watchScreen(page);
    const { started, loaded } = await page.evaluate(() => window.bench.load('/model.glb'));
    const shown = await seen();
    await page.waitForTimeout(SETTLE_MS);
    const held = await page.evaluate(() => window.bench.finish());
    return { contender, firstFrameMs: shown - started, loadedMs: loaded - started, ...held };
  } finally {
    await page.close();
  }
}

/** @returns Function that resolves with the epoch milliseconds of the first frame with a model. */
async function watchScreen(page) {
  const client = await page.context().newCDPSession(page);
  const found = new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('the model never showed')), PATIENCE_MS);
    let queue = Promise.resolve();
    client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
      queue = queue.then(async () => {
        if (!(await showsModel(Buffer.from(data, 'base64')))) return;
        clearTimeout(patience);
        resolve(metadata.timestamp * 1_000);
      });
    });
  });
  await client.send('Page.startScreencast', { format: 'jpeg', quality: 50, everyNthFrame: 1 });
  return async () => {
    const at = await found;
    await client.send('Page.stopScreencast');
    return at;
  };
}

async function showsModel(jpeg) {
  const { data, info } = await sharp(jpeg)
    .resize(SIDE_PX, SIDE_PX)
    .extract(MIDDLE)
    .raw()
    .toBuffer({ resolveWithObject: true });
  let strong = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [red, green, blue] = [data[at], data[at + 1], data[at + 2]];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > STRONG) strong++;
  }
  return strong / (MIDDLE.width * MIDDLE.height) > VISIBLE_SHARE;
}
