import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { checkScreen } from './support/check-screen.ts';
import { openStory } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** One box in a green that no print reaches, one in a colour that any does. */
const BOXES = makeBoxes([
  { name: 'Green', size: [1, 1, 1], centre: [-0.6, 0, 0], colour: [0, 1, 0, 1] },
  { name: 'Clay', size: [1, 1, 1], centre: [0.6, 0, 0], colour: [0.4, 0.2, 0.1, 1] },
]);

const WORDS = {
  en: {
    render: 'Render',
    pictures: 'Renders of this project',
    print: 'Print preview',
    outside: /^About \d+% of the picture is in colours that print does not reach/,
    mark: 'Mark what cannot be printed',
    about: /FOGRA39/,
    download: 'Download as…',
    kept: /^From the light of the scene/,
    save: 'Download picture',
  },
  es: {
    render: 'Renderizar',
    pictures: 'Renders de este proyecto',
    print: 'Vista de impresión',
    outside: /^Cerca del \d+\s?% de la imagen tiene colores que la impresión no alcanza/,
    mark: 'Marcar lo que no se puede imprimir',
    about: /FOGRA39/,
    download: 'Descargar como…',
    kept: /^A partir de la luz de la escena/,
    save: 'Descargar imagen',
  },
} as const;

/** Colours of the picture that is looked at closely. */
async function shownColours(page: Page): Promise<{ green: number; marked: number }> {
  const bytes = await page
    .getByRole('application')
    .getByRole('img')
    .last()
    .evaluate(async (image: HTMLImageElement) => [
      ...new Uint8Array(await (await fetch(image.src)).arrayBuffer()),
    ]);
  const data = await sharp(Buffer.from(bytes)).removeAlpha().raw().toBuffer();
  let [green, marked] = [0, 0];
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (g - Math.max(r, b) > 125) green++;
    if (r === 255 && g === 0 && b === 255) marked++;
  }
  return { green, marked };
}

test.each([
  ['en', { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }],
  ['es', { viewport: { width: 820, height: 1180 }, locale: 'es-ES', hasTouch: true }],
] as const)(
  'a picture is seen as a print shows it, and leaves in Display P3 as it shone: %s',
  async (language, options) => {
    const words = WORDS[language];
    const story = await openStory({
      ...options,
      isEmpty: true,
      renderSettings: { width: 256, height: 256, quality: 'draft', exposure: 2.4 },
    });
    const { page, errors } = story;
    await dropFile(page, 'boxes.glb', BOXES);
    await waitForModel(page, hashOf(BOXES));
    await page.getByRole('button', { name: words.render, exact: true }).click();
    await page
      .getByRole('region', { name: words.pictures })
      .getByRole('button')
      .getByRole('img')
      .first()
      .click();

    const print = page.getByRole('radio', { name: words.print });
    await print.focus();
    await page.keyboard.press('Space');
    await page.getByText(words.outside).waitFor();
    await page.getByText(words.about).waitFor();
    expect(await shownColours(page)).toEqual({ green: 0, marked: 0 });
    const mark = page.getByRole('switch', { name: words.mark });
    await mark.focus();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await shownColours(page)).marked).toBeGreaterThan(1_000);
    await checkScreen(page, language, 'print preview');

    await page.getByRole('button', { name: words.download }).click();
    await page.getByText('Display P3', { exact: true }).click();
    await page.getByText(words.kept).waitFor();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: words.save }).click();
    const png = readFileSync(await (await waiting).path());
    const { icc, width } = await sharp(png).metadata();
    expect(width).toBe(256);
    expect(icc?.toString('latin1').replaceAll('\0', '')).toContain('Display P3');
    // What it is in sRGB, where no green is above 1.
    const data = await sharp(png, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
    const light = (byte = 0): number => ((byte / 255 + 0.055) / 1.055) ** 2.4;
    let beyond = 0;
    for (let at = 0; at < data.length; at += 3)
      if (1.04206 * light(data[at + 1]) - 0.04206 * light(data[at]) > 1.003) beyond++;
    expect(beyond).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await story.close();
  },
);
