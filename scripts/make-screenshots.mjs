import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { signUp } from './bench-viewer/measure-drop.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { startProduct } from './bench-viewer/start-product.mjs';

/**
 * `npm run make:screenshots`: what the built product looks like with its own sample, as the browser shows it to somebody who
 * installs it (manifest.webmanifest, `screenshots`), into public/screenshots. A picture of the sample is drawn on the way:
 * it takes some minutes.
 */
const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 820, height: 1180 } };
/** Of each file: an installation dialog is no place to wait. */
const MAX_BYTES = 150_000;
const DRAWN_MS = 600_000;
const out = join(dirname(import.meta.dirname), 'public/screenshots');

if (!existsSync('dist/server/main.js')) throw new Error('Build the product first: npm run build');
const folder = await mkdtemp(join(tmpdir(), 'vitrine-screenshots-'));
const product = await startProduct(join(folder, 'data'));
const browser = await openBenchBrowser({ isPage: true });
await mkdir(out, { recursive: true });
try {
  const context = await browser.newContext({
    viewport: SIZES.wide,
    locale: 'en-GB',
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(DRAWN_MS);
  await signUp(page, product.url);
  const ordered = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/render/'),
  );
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const { id } = await (await ordered).json();
  await page
    .getByRole('region', { name: 'Renders of this project' })
    .getByRole('button')
    .locator('img')
    .first()
    .waitFor();
  for (const [name, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    for (const [screen, fragment] of Object.entries({ create: '#create', result: `#render/${id}` })) {
      await page.goto(`${product.url}${fragment}`);
      await page.reload();
      await page.locator('[data-model]:not([data-model=""])').waitFor();
      await page.waitForLoadState('networkidle');
      // What the stage draws and what fades in has come to rest by then.
      await page.waitForTimeout(4_000);
      await keep(`${screen}-${name}`, await page.screenshot());
    }
  }
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

async function keep(name, png) {
  const webp = await sharp(png).webp({ quality: 82, smartSubsample: true }).toBuffer();
  if (webp.length > MAX_BYTES) throw new Error(`${name}: ${webp.length} bytes`);
  await writeFile(join(out, `${name}.webp`), webp);
  console.log(`${name}.webp: ${(webp.length / 1000).toFixed(0)} kB`);
}
