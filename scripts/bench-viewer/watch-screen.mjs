import sharp from 'sharp';

const SIDE_PX = 600;
/** The middle of the stage, where every viewer puts the model, and where no viewer has anything else. */
const MIDDLE = { left: 200, top: 200, width: 200, height: 200 };
const VISIBLE_SHARE = 0.2;
const PATIENCE_MS = 120_000;

/**
 * Watches the frames that the browser's compositor shows.
 *
 * @param counts Whether a pixel of the middle, 8-bit red, green and blue, is what is waited for.
 * @returns Function that resolves with the epoch milliseconds of the first frame with a fifth of such pixels: of the
 *   compositor's clock, and of its arrival here, when its pixels are sure to be drawn.
 */
export async function watchScreen(page, counts) {
  const client = await page.context().newCDPSession(page);
  const found = new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('it never showed')), PATIENCE_MS);
    let queue = Promise.resolve();
    client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      const heardMs = Date.now();
      client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
      queue = queue.then(async () => {
        if (!(await shows(Buffer.from(data, 'base64'), counts))) return;
        clearTimeout(patience);
        resolve({ shownMs: metadata.timestamp * 1_000, heardMs });
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

async function shows(jpeg, counts) {
  const { data, info } = await sharp(jpeg)
    .resize(SIDE_PX, SIDE_PX)
    .extract(MIDDLE)
    .raw()
    .toBuffer({ resolveWithObject: true });
  let seen = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if (counts(data[at], data[at + 1], data[at + 2])) seen++;
  }
  return seen / (MIDDLE.width * MIDDLE.height) > VISIBLE_SHARE;
}
