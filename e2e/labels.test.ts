import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeProducts } from '../tests/support/labelled-products.ts';
import { makePdf } from '../tests/support/pdf-file.ts';
import { openGlb } from '../tests/support/tiny-model.ts';
import { TEXTS } from './support/one-language.ts';
import { openSection } from './support/open-section.ts';
import { openStory } from './support/open-story.ts';
import { dropFile, waitForModel } from './support/stage.ts';

/** A label is put on a bottle, moved and finished, is there after a reload, and goes into the picture's recipe. */

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">
<script>document.documentElement.dataset.hostile = 'ran'; fetch('https://hostile.invalid/')</script>
<image href="https://hostile.invalid/pixel.png" width="1" height="1" onload="fetch('https://hostile.invalid/')"/>
<rect width="60" height="40" rx="2" fill="#fff"/><circle cx="14" cy="20" r="8" fill="#c22"/>
<text x="26" y="24" font-size="10" font-family="sans-serif">Oliva</text></svg>`;

let folder: string;
let bottle: Uint8Array;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-labels-'));
  writeFileSync(join(folder, 'oliva.svg'), SVG);
  writeFileSync(join(folder, 'broken.pdf'), '%PDF-1.7');
  const page = makePdf({ page: '/MediaBox [0 0 170.0787 113.3858]', content: '1 0 0 rg 20 20 60 60 re f' });
  writeFileSync(join(folder, 'aceite.pdf'), page);
  bottle = (await makeProducts())[0]?.glb ?? new Uint8Array();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a drawing becomes a label of its own size on a bottle, wrapped around it, and stays there', async () => {
  const { page, errors, strangers, close } = await openStory({
    isEmpty: true,
    viewport: { width: 1180, height: 820 },
  });
  const t = TEXTS.en;
  const { labels: words } = t;
  await dropFile(page, 'bottle.glb', bottle);
  await waitForModel(page, createHash('sha256').update(bottle).digest('hex'));
  await openSection(page, t.panel.labels);

  // 1. The empty place teaches; what is no picture is told.
  await page.getByText(words.emptyTitle).waitFor();
  const file = page.locator('input[accept*="svg"]');
  await file.setInputFiles(join(folder, 'broken.pdf'));
  await page.getByText(words.badPdf('broken.pdf')).waitFor();

  // 2. A drawing, by keyboard.
  await file.setInputFiles(join(folder, 'oliva.svg'));
  await page.getByText(words.waiting('oliva')).waitFor();
  await page.getByRole('button', { name: words.middle }).press('Enter');
  const row = page.getByRole('button', { name: words.select('oliva') });
  await row.waitFor();
  const width = page.getByLabel(words.width);
  await expect.poll(() => width.inputValue()).toBe('60');
  const wrapped = page.getByRole('radio', { name: words.projections.wrapped });
  expect(await wrapped.isChecked()).toBe(true);

  // 3. Nothing of it ran, or asked anybody.
  expect(await page.evaluate(() => document.documentElement.dataset.hostile)).toBeUndefined();
  expect(strangers.filter((address) => address.includes('hostile'))).toEqual([]);

  // 4. Sized by a number, finished, and taken back.
  await width.fill('30');
  await width.press('Tab');
  await page.getByText(words.measures('3\u00a0cm', '2\u00a0cm')).waitFor();
  await page.getByRole('radio', { name: words.finishes.foil }).check({ force: true });
  await page.getByRole('switch', { name: words.underprint }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByRole('switch', { name: words.underprint }).waitFor();

  // 5. A corner on the stage sizes it, the dot above it turns it: one step to undo each. Keys do the same.
  const corner = page.getByRole('button', { name: words.cornerHandles.bottomRight('oliva') });
  const turn = page.getByRole('button', { name: words.turnHandle('oliva') });
  const slider = page.getByRole('slider', { name: words.turn });
  await drag(page, corner, 30, 20);
  await expect.poll(async () => Number(await width.inputValue())).toBeGreaterThan(33);
  await page.keyboard.press('Control+z');
  await expect.poll(() => width.inputValue()).toBe('30');
  await drag(page, turn, 60, 10);
  await expect.poll(async () => Number(await slider.inputValue())).toBeLessThan(-10);
  await page.keyboard.press('Control+z');
  await expect.poll(() => slider.inputValue()).toBe('0');
  const place = page.getByRole('button', { name: words.placeHandle('oliva') });
  await place.press('+');
  await expect.poll(() => width.inputValue()).toBe('31.5');
  await place.press('[');
  await expect.poll(() => slider.inputValue()).toBe('5');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => width.inputValue()).toBe('30');

  // 6. The exported model has it, as a mesh with a PNG.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t.exporting.button }).click(),
  ]);
  const exported = await openGlb(new Uint8Array(readFileSync(await download.path())));
  const [picture] = exported.getRoot().listTextures();
  expect(picture?.getMimeType()).toBe('image/png');
  expect(picture?.getSize()?.[0]).toBeGreaterThan(100);
  await page.getByText(t.exporting.labels).waitFor();

  // 7. It is there again after a reload.
  await page.reload();
  await openSection(page, t.panel.labels);
  await page.getByRole('button', { name: words.select('oliva') }).click();
  await expect.poll(() => page.getByLabel(words.width).inputValue()).toBe('30');

  // 8. Away, and back.
  await page.getByRole('button', { name: words.remove('oliva') }).click();
  await page.getByRole('button', { name: words.select('oliva') }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: words.select('oliva') }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test('a page of a PDF becomes a label of its own size, and nobody is asked for anything', async () => {
  const { page, errors, strangers, close } = await openStory({
    isEmpty: true,
    viewport: { width: 1180, height: 820 },
  });
  const { labels: words, panel } = TEXTS.en;
  await dropFile(page, 'bottle.glb', bottle);
  await waitForModel(page, createHash('sha256').update(bottle).digest('hex'));
  await openSection(page, panel.labels);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.locator('input[accept*="pdf"]').setInputFiles(join(folder, 'aceite.pdf'));
  await page.getByText(words.waiting('aceite')).waitFor();
  await page.getByRole('button', { name: words.middle }).press('Enter');
  await page.getByRole('button', { name: words.select('aceite') }).waitFor();
  await expect.poll(() => page.getByLabel(words.width).inputValue()).toBe('60');
  expect(refused).toEqual([]);
  expect(strangers).toEqual([]);
  expect(errors).toEqual([]);
  await close();
});

test('a drawing is read in what it is written in, and what of it cannot be drawn is told', async () => {
  const { page, errors, close } = await openStory({ isEmpty: true, viewport: { width: 1180, height: 820 } });
  const t = TEXTS.en;
  const { labels: words } = t;
  await dropFile(page, 'bottle.glb', bottle);
  await waitForModel(page, createHash('sha256').update(bottle).digest('hex'));
  await openSection(page, t.panel.labels);
  const file = page.locator('input[accept*="svg"]');
  const give = async (name: string, buffer: Buffer) => {
    await file.setInputFiles({ name: `${name}.svg`, mimeType: 'image/svg+xml', buffer });
    await page.getByText(words.waiting(name)).waitFor();
    // One waits at a time.
    await page.getByRole('button', { name: words.cancel, exact: true }).click();
    await page.getByText(words.waiting(name)).waitFor({ state: 'detached' });
  };
  const draw = (inner: string) =>
    `<?xml version="1.0" encoding="UTF-16"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">${inner}</svg>`;

  // 1. As some programs of Windows write; a script, and what stands there for the program alone, are nothing that is missed.
  const own = '<foreignObject requiredExtensions="urn:program" width="60" height="40"/>';
  const whole = draw(`<script>1</script><switch>${own}<rect width="60" height="40"/></switch>`);
  await give('wide', Buffer.from(`\ufeff${whole}`, 'utf16le'));
  expect(await page.getByText(words.partialSvg('wide.svg')).count()).toBe(0);

  // 2. A picture in another file, and a page.
  await give(
    'linked',
    Buffer.from(draw('<rect width="9" height="9"/><image href="logo.png" width="9" height="9"/>')),
  );
  await page.getByText(words.partialSvg('linked.svg')).first().waitFor();
  await give('written', Buffer.from(draw('<foreignObject width="60" height="40"/>')));
  await page.getByText(words.partialSvg('written.svg')).first().waitFor();

  // 3. Type of a typeface that the file has, or leaves to the browser, and of one that it has not.
  const type = (style: string, family: string) =>
    Buffer.from(draw(`<style>${style}</style><text y="20" font-family="${family}">Aceite</text>`));
  const face = `@font-face { font-family: "Own"; src: url(data:font/woff2;base64,d09GMg==) }`;
  await give('held', type(face, "'Own', serif"));
  await give('plain', type('', 'sans-serif'));
  await give('typed', type('', 'Brandon Grotesque, sans-serif'));
  await page.getByText(words.partialSvg('typed.svg')).first().waitFor();
  for (const name of ['held.svg', 'plain.svg'])
    expect(await page.getByText(words.partialSvg(name)).count()).toBe(0);
  expect(errors).toEqual([]);
  await close();
});

/** Between two looks at a handle, milliseconds: longer than a busy machine takes for a frame. */
const STEADY = { timeout: 300_000, interval: 1_500 };

/** From the middle of a handle by so many pixels, with the mouse. */
async function drag(page: Page, handle: Locator, right: number, down: number): Promise<void> {
  // It stands where the stage last drew the label: a frame that is still to come would take it from under the mouse.
  let seen = '';
  await expect
    .poll(async () => {
      await handle.hover();
      const before = seen;
      seen = JSON.stringify(await handle.boundingBox());
      return seen === before;
    }, STEADY)
    .toBe(true);
  const box = await handle.boundingBox();
  if (box === null) throw new Error('the handle is not seen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y + down / 2);
  await page.mouse.move(x + right, y + down);
  await page.mouse.up();
}
