import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const LOOK_MS = 2;

// Loaded into the product before it starts: how long its event loop did nothing else. POST to PAUSES_PORT begins; GET answers the
// longest pause since then, and the most that the loop's thread worked within one: what a busy machine does not make
// longer. Both in milliseconds; without Linux the second is the first.
if (isMainThread) {
  let [seen, worked] = [performance.now(), readWorked()];
  const longest = { pauseMs: 0, workMs: 0 };
  setInterval(() => {
    const [now, work] = [performance.now(), readWorked()];
    longest.pauseMs = Math.max(longest.pauseMs, now - seen);
    longest.workMs = Math.max(longest.workMs, work - worked);
    [seen, worked] = [now, work];
  }, LOOK_MS).unref();
  createServer((request, response) => {
    response.end(JSON.stringify(longest));
    if (request.method === 'POST') Object.assign(longest, { pauseMs: 0, workMs: 0 });
  })
    .listen(Number(process.env.PAUSES_PORT), '127.0.0.1')
    .unref();
}

/** The first number is nanoseconds on a processor. */
function readWorked() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
