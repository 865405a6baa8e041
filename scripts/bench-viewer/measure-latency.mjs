/** A frame this small leaves the graphics card idle between moves, so that no queue of frames is measured. */
const SIDE_PX = 120;
const MOVES = 150;
/** The first move only brings the pointer to the stage; the next compile and warm up. */
const WARM_UP_MOVES = 20;
/** Between moves; apart from the display's tick, so that every moment of a frame gets its share. */
const PAUSES_MS = [11, 19, 14, 27, 16, 23];

/**
 * Notes the moment of every pointer move and of the first frame submitted after the viewer has heard of it, in the page
 * and in the worker alike: both see the same stream of messages. One clock: epoch milliseconds. Runs as text.
 */
function probeLatency() {
  const now = () => performance.timeOrigin + performance.now();
  const moves = [];
  const frames = [];
  globalThis.latencyProbe = { moves, frames };
  const isMove = (data) => data?.kind === 'pointer' && data.phase === 'move';
  let heard = 0;
  let drawn = 0;
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (data, ...rest) {
    if (isMove(data)) moves.push(performance.timeOrigin + globalThis.event.timeStamp);
    if (data?.kind === 'frameDrawn') {
      const at = now();
      for (; drawn < heard; drawn++) frames.push(at);
    }
    return postMessage.call(this, data, ...rest);
  };
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...onmessage,
    set(listener) {
      onmessage.set.call(this, (event) => {
        if (isMove(event.data)) heard++;
        listener(event);
      });
    },
  });
}

/** The probe as the script of a page or at the head of a worker's. */
export const latencyProbe = `(${probeLatency})()`;

/**
 * Drags the camera around a small model with the mouse.
 *
 * @returns Milliseconds from the pointer events' own time to the submission of the frame that has them in it.
 */
export async function measureLatency(browser, origin, contender) {
  const page = await browser.newPage({ viewport: { width: SIDE_PX, height: SIDE_PX }, deviceScaleFactor: 1 });
  try {
    await page.addInitScript(latencyProbe);
    await page.goto(`${origin}/`);
    await page.evaluate((name) => window.bench.open(name), contender);
    await page.evaluate(() => window.bench.load('/small.glb'));
    await page.mouse.move(SIDE_PX / 2, SIDE_PX / 2);
    await page.mouse.down();
    for (let move = 0; move < MOVES; move++) {
      const angle = move / 12;
      await page.mouse.move(SIDE_PX / 2 + 50 * Math.sin(angle), SIDE_PX / 2 + 30 * Math.sin(angle * 1.7));
      await page.waitForTimeout(PAUSES_MS[move % PAUSES_MS.length]);
    }
    await page.mouse.up();
    const worker = page.workers().find((one) => one.url().includes('viewer-worker'));
    const { moves } = await page.evaluate(() => globalThis.latencyProbe);
    const { frames } = await (worker ?? page).evaluate(() => globalThis.latencyProbe);
    const latencies = frames.map((at, index) => at - moves[index]).slice(WARM_UP_MOVES);
    if (latencies.length < MOVES / 2)
      throw new Error(`only ${frames.length} of ${moves.length} moves were drawn`);
    const sorted = latencies.sort((a, b) => a - b);
    const share = (part) => sorted[Math.floor((sorted.length - 1) * part)];
    return { contender, p50Ms: share(0.5), p95Ms: share(0.95) };
  } finally {
    await page.close();
  }
}
