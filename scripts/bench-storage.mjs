import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { signUp } from './bench-viewer/measure-drop.mjs';
import { openBenchProfile } from './bench-viewer/open-bench-browser.mjs';
import { serveBench } from './bench-viewer/serve-bench.mjs';
import { startProduct } from './bench-viewer/start-product.mjs';

/**
 * `npm run bench:storage [rounds]`: how long a chosen file of 200 MB takes until it is on the disk by the product's store, over
 * IndexedDB, which is given its bytes, or the file itself (which it copies without reading it into the page), in turns; and how long after a server is back what was edited without it is there. The offline start is in
 * `npm run bench:start`. Never fails for a figure.
 */
const SIZE = 200_000_000;
const WANTED_RATIO = 0.2;
const WANTED_RESUME_MS = 3_000;

if (!existsSync('dist/server/main.js')) throw new Error('Build the product first: npm run build');
const rounds = Math.max(1, Number(process.argv[2]) || 5);
const middle = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const profile = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const context = await openBenchProfile(profile, { isPage: true });
try {
  await keepBytes();
  await resume();
} finally {
  await context.close();
  await rm(profile, { recursive: true, force: true });
}

async function keepBytes() {
  const served = await serveBench({ root: join(import.meta.dirname, 'bench-storage/page'), files: {} });
  const times = { storeMs: [], bytesMs: [], blobMs: [] };
  try {
    const path = join(profile, 'bytes.glb');
    await writeFile(path, randomBytes(SIZE));
    const page = await context.newPage();
    await page.goto(`${served.origin}/`);
    await page.waitForFunction(() => 'keep' in window);
    await page.locator('input').setInputFiles(path);
    for (let round = 1; round <= rounds; round++) {
      const { kind, ...took } = await page.evaluate(() => window.keep());
      for (const [name, list] of Object.entries(times)) list.push(took[name]);
      const [here, bytes, blob] = Object.keys(times).map((name) => `${took[name].toFixed(0)} ms`);
      console.log(
        `${SIZE / 1e6} MB, round ${round}: ${kind} ${here}, IndexedDB ${bytes} as bytes, ${blob} as a file (load average ${loadavg()[0].toFixed(1)})`,
      );
    }
    await page.close();
  } finally {
    await served.close();
  }
  const [here, bytes, blob] = Object.values(times).map(middle);
  console.log(
    `store over IndexedDB, medians: ${(here / bytes).toFixed(2)} of bytes (at most ${WANTED_RATIO} wanted), ${(here / blob).toFixed(2)} of a file`,
  );
}

/** Times between the server's first answer after an absence and the edit that was made meanwhile. */
async function resume() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const data = join(folder, 'data');
  let product = await startProduct(data);
  const times = [];
  try {
    const page = await context.newPage();
    await signUp(page, product.url);
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    const name = page.getByRole('textbox', { name: 'Project name' });
    await page.getByRole('button', { name: 'Save Project (No changes)' }).waitFor();
    for (let round = 1; round <= rounds; round++) {
      const { port } = new URL(product.url);
      await product.stop();
      await name.fill(`Without a server ${round}`);
      await name.press('Enter');
      await page.keyboard.press('Control+s');
      // So long that a page that asks ever more rarely would be at its rarest.
      await page.waitForTimeout(15_000 + 5_000 * (round % 3));
      product = await startProduct(data, Number(port));
      const begun = performance.now();
      for (;;) {
        const answer = await fetch(`${product.url}api/project/active/`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if (answer.ok && (await answer.json()).name === `Without a server ${round}`) break;
        if (!answer.ok && answer.status !== 503) throw new Error(`${answer.status} ${await answer.text()}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      times.push(performance.now() - begun);
      console.log(
        `server back, round ${round}: the edit is there after ${(times.at(-1) / 1000).toFixed(2)} s`,
      );
    }
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const [median, longest] = [middle(times), Math.max(...times)];
  console.log(
    `resume, median ${(median / 1000).toFixed(2)} s (at most ${WANTED_RESUME_MS / 1000} wanted), longest ${(longest / 1000).toFixed(2)} s`,
  );
}
