import { ask } from './load.mjs';
import { makeOrder } from './make-order.mjs';

/** Orders that come at once, and the side of their pictures. */
const AT_ONCE = 30;
const PASS_PX = 512;
/** Reads that are timed while nothing else is asked. */
const QUIET_READS = 200;

/** 95 of 100 reads are quicker: while nothing else is asked, and while many orders with all their pictures are taken. */
export async function printBeside(url, project, headers) {
  const order = await makeOrder(project, PASS_PX, { isWhole: true });
  const placing = {
    url: `${url}/api/render/`,
    method: 'POST',
    headers: { ...headers, ...order.headers },
    body: order.body,
  };
  const reads = {
    health: { url: `${url}/api/health/` },
    'list of projects': { url: `${url}/api/project/summaries/`, headers },
  };
  console.log(
    `\n| Beside ${AT_ONCE} orders at once | Quiet, p95 ms | Beside, p95 ms | Ratio |\n| --- | --- | --- | --- |`,
  );
  const quiet = {};
  for (const [name, read] of Object.entries(reads)) {
    let count = 0;
    quiet[name] = await timeReads(read, () => count++ < QUIET_READS);
  }
  let areAnswered = false;
  const orders = Promise.all(Array.from({ length: AT_ONCE }, () => ask(undefined, placing))).then(() => {
    areAnswered = true;
  });
  const timing = Object.entries(reads).map(async ([name, read]) => [
    name,
    await timeReads(read, () => !areAnswered),
  ]);
  for (const [name, beside] of await Promise.all(timing)) {
    const ratio = (beside / quiet[name]).toFixed(1);
    console.log(`| ${name} | ${quiet[name].toFixed(1)} | ${beside.toFixed(1)} | ${ratio} |`);
  }
  await orders;
}

async function timeReads(read, goesOn) {
  const taken = [];
  while (goesOn()) {
    const since = performance.now();
    await ask(undefined, read);
    taken.push(performance.now() - since);
  }
  taken.sort((a, b) => a - b);
  return taken[Math.floor(taken.length * 0.95)] ?? 0;
}
