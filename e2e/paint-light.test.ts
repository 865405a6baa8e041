import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderBody } from '../src/contract/http/renders.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { askAs, authorizationOf } from './support/ask-as.ts';
import { openStory, type Story, signIn } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.3, 0.3, 0.3, 1] }]);

let story: Story;
beforeAll(async () => {
  story = await openStory({
    viewport: { width: 1720, height: 900 },
    isEmpty: true,
    renderSettings: { width: 256, height: 256, quality: 'draft' },
  });
});
afterAll(() => story?.close());

test('light is painted by mouse, finger and pen, is kept with its view, and falls into the picture', async () => {
  const { page, context } = story;
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  const stage = page.getByRole('application', { name: '3D stage' });
  const panel = page.getByRole('region', { name: 'Light-map' });
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const sketch = (text: string) => page.getByRole('img', { name: `Light-map sketch, ${text}`, exact: true });
  const box = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  /** Opacity of the sketch, 0 to 255, at shares of the stage. */
  const painted = (x: number, y: number) =>
    page.evaluate(
      ([u, v]) => {
        const canvas = document.querySelector<HTMLCanvasElement>('canvas[role=img]');
        const context = canvas?.getContext('2d');
        return context?.getImageData(u * 1024, v * 1024, 1, 1).data[3] ?? -1;
      },
      [x, y] as const,
    );
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...at(...from));
    await page.mouse.down();
    await page.mouse.move(...at(...to), { steps: 4 });
    await page.mouse.up();
  };

  // From the front: the box is in the middle, the background around it.
  await page.keyboard.press('v');
  await page.keyboard.press('1');
  const front = page.getByRole('button', { name: 'Front', pressed: true });
  await front.waitFor();

  // While a part of the tool is still on its way, a stroke does not turn the stage, and the tool does not say it is ready.
  const file = '**/assets/SketchSurface-*.js';
  let letCome = (): void => {};
  const isAwaited = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(file, async (route) => {
    await isAwaited;
    await route.continue();
  });
  const asked = page.waitForRequest(file);
  await page.keyboard.press('p');
  await asked;
  await drag([0.6, 0.2], [0.7, 0.25]);
  expect(await panel.count()).toBe(0);
  letCome();
  await panel.waitFor();
  await page.unroute(file);
  await page.keyboard.press('v');
  await front.waitFor();
  await page.keyboard.press('p');
  await sketch('empty').waitFor();

  // The mouse: a stroke as wide as the brush says, and a dot for a press alone.
  await drag([0.6, 0.1], [0.9, 0.1]);
  await sketch('1 stroke').waitFor();
  expect(await painted(0.75, 0.1)).toBe(255);
  expect(await painted(0.75, 0.1 + 0.06)).toBe(255);
  expect(await painted(0.75, 0.1 + 0.09)).toBe(0);
  await page.mouse.click(...at(0.9, 0.4));
  await sketch('2 strokes').waitFor();
  expect(await painted(0.9, 0.4)).toBe(255);

  // Undo and redo by button and by key are the sketch's own while the tool is open.
  await button('Undo stroke').click();
  await sketch('1 stroke').waitFor();
  // The stage's own buttons too.
  await page.getByRole('button', { name: 'Undo: Stroke', exact: true }).click();
  await sketch('empty').waitFor();
  await page.getByRole('button', { name: 'Redo: Stroke', exact: true }).click();
  await sketch('1 stroke').waitFor();
  await page.keyboard.press('Control+z');
  await sketch('empty').waitFor();
  await page.waitForFunction(() => {
    const context = document.querySelector<HTMLCanvasElement>('canvas[role=img]')?.getContext('2d');
    return context?.getImageData(768, 102, 1, 1).data[3] === 0;
  });
  await page.keyboard.press('Control+Shift+z');
  await button('Redo stroke').click();
  await sketch('2 strokes').waitFor();

  // The eraser takes a part away; choosing a colour puts it back in its case.
  await button('Eraser').click();
  await drag([0.9, 0.32], [0.9, 0.48]);
  await sketch('3 strokes').waitFor();
  expect(await painted(0.9, 0.4)).toBe(0);
  expect(await painted(0.75, 0.1)).toBe(255);
  await button('Brush colour').click();
  const hex = page.getByRole('textbox', { name: 'Hex value' });
  await hex.fill('#ff8000');
  await hex.press('Enter');
  await page.keyboard.press('Escape');
  // A touch would still land on it while it fades.
  await hex.waitFor({ state: 'detached' });
  await page.waitForFunction(
    (element) => element?.getAttribute('aria-pressed') === 'false',
    await button('Eraser').elementHandle(),
  );

  // A finger paints, too; a second one takes its stroke back, as two are for the camera.
  const cdp = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: (readonly [number, number])[]) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x: at(x, y)[0], y: at(x, y)[1], id })),
    });
  await touch('touchStart', [0.6, 0.9]);
  await touch('touchMove', [0.7, 0.9]);
  await touch('touchMove', [0.8, 0.9]);
  await touch('touchEnd');
  await sketch('4 strokes').waitFor();
  expect(await painted(0.7, 0.9)).toBe(255);
  await touch('touchStart', [0.9, 0.6]);
  await touch('touchMove', [0.9, 0.62]);
  await touch('touchStart', [0.9, 0.62], [0.6, 0.62]);
  await page
    .getByText('The camera rests while you paint. Accept to move it; the light stays with this view.')
    .last()
    .waitFor();
  await touch('touchEnd');
  expect(await painted(0.9, 0.6)).toBe(0);

  // A pen paints as hard as it is pressed, and the hand beside it does nothing.
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number, force: number) =>
    cdp.send('Input.dispatchMouseEvent', {
      type,
      x: at(x, y)[0],
      y: at(x, y)[1],
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
      force,
    });
  await pen('mousePressed', 0.9, 0.55, 0.25);
  await touch('touchStart', [0.6, 0.5]);
  await pen('mouseMoved', 0.9, 0.6, 0.25);
  await pen('mouseMoved', 0.9, 0.65, 0.25);
  await touch('touchEnd');
  await pen('mouseReleased', 0.9, 0.65, 0.25);
  await sketch('5 strokes').waitFor();
  expect(await painted(0.9, 0.62)).toBeGreaterThan(100);
  expect(await painted(0.9, 0.62)).toBeLessThan(160);
  expect(await painted(0.9 + 0.06, 0.62)).toBe(0);
  expect(await painted(0.6, 0.5)).toBe(0);

  // Everything is there after a reload, over the same view.
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  await sketch('5 strokes').waitFor();
  // It is named before it is drawn.
  await expect.poll(() => painted(0.75, 0.1), { timeout: 300_000 }).toBe(255);

  // Closing keeps it and offers to take all of it back; so does the project's undo.
  await page.keyboard.press('p');
  await button('Clear sketch').click();
  await sketch('empty').waitFor();
  await drag([0.6, 0.1], [0.9, 0.1]);
  await sketch('1 stroke').waitFor();
  await button('Accept').click();
  await page.getByText('Light-map saved. It goes into the next render of this view.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await sketch('5 strokes').waitFor();
  await page.getByRole('button', { name: 'Redo: Light-map' }).click();
  await sketch('1 stroke').waitFor();

  // Another view has no sketch: a note offers the way back.
  await page.keyboard.press('v');
  await page.keyboard.press('2');
  await page.getByText('Your light-map belongs to another view.').waitFor();
  expect(await page.locator('canvas[role=img]').count()).toBe(0);
  await page.getByRole('button', { name: 'Go back to the painted view' }).click();
  await sketch('1 stroke').waitFor();

  // The order carries the sketch, and its picture is brighter there than at the mirrored place.
  const answering = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/render/'),
  );
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const { id } = (await (await answering).json()) as { id: number };
  const { recipe } = await askAs<RenderBody>(page, `render/${id}/`);
  expect(recipe.passes.lightmap).toMatch(/^[0-9a-f]{64}$/);
  const picture = page
    .getByRole('region', { name: 'Renders of this project' })
    .getByRole('button')
    .getByRole('img')
    .first();
  await picture.waitFor({ timeout: 300_000 });
  const brightness = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const context = new OffscreenCanvas(64, 64).getContext('2d');
    context?.drawImage(image, 0, 0, 64, 64);
    const at = (x: number) => context?.getImageData(x, 6, 1, 1).data[0] ?? 0;
    return { painted: at(48), mirrored: at(16) };
  });
  expect(brightness.painted).toBeGreaterThan(1.3 * brightness.mirrored);
  expect(story.errors).toEqual([]);
});

test('on another device the light of that picture comes back, is painted over, and makes the same picture', async () => {
  const { context, url, errors } = story;
  const device = await context.browser()!.newContext({
    viewport: { width: 1180, height: 820 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await device.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(countPictures);
  await signIn(page, story);
  await waitForModel(page, hashOf(BOX));
  const sketch = (text: string) => page.getByRole('img', { name: `Light-map sketch, ${text}`, exact: true });
  /** Resolves when the sketch has this opacity in the middle of the first stroke, or of the one painted here. */
  const shows = (y: number, opacity: number) =>
    page.waitForFunction(
      ([v, wanted]) => {
        const canvas = document.querySelector<HTMLCanvasElement>('canvas[role=img]');
        return canvas?.getContext('2d')?.getImageData(768, v * 1024, 1, 1).data[3] === wanted;
      },
      [y, opacity] as const,
    );
  const decoded = (widthPx: number) =>
    page.evaluate((width) => performance.getEntriesByName(`decoded ${width}`).length, widthPx);

  // What was painted there is here, too. It is cleared.
  const panel = page.getByRole('region', { name: 'Light-map' });
  await sketch('1 stroke').waitFor();
  await shows(0.1, 255);
  await page.keyboard.press('p');
  await panel.getByRole('button', { name: 'Clear sketch' }).click();
  await sketch('empty').waitFor();
  await panel.getByRole('button', { name: 'Accept' }).click();
  await panel.waitFor({ state: 'detached' });

  // Start from the picture: its light lies over its view.
  const headers = await authorizationOf(page);
  const newest = async () => {
    const answer = await context.request.get(new URL('/api/render/', url).href, { headers });
    const [{ id, recipe, output_images: images }] = await answer.json();
    return {
      id: id as number,
      light: recipe.passes.lightmap as string,
      widthPx: recipe.widthPx as number,
      picture: images[0].image_hash as string,
    };
  };
  const ordered = await newest();
  const pictures = page.getByRole('region', { name: 'Renders of this project' }).getByRole('button');
  await pictures
    .filter({ has: page.getByRole('img') })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start from this' }).click();
  const told = page.getByRole('alertdialog').filter({ hasText: 'The editor has this recipe now.' });
  await told.waitFor();
  // Over the picture, not over the materials beside it.
  const beside = page.getByRole('tab', { name: /^Materials/ });
  const rightOf = async () => {
    const [toast, tab] = [await told.boundingBox(), await beside.boundingBox()];
    return (toast?.x ?? 0) + (toast?.width ?? 0) - (tab?.x ?? 0);
  };
  await expect.poll(rightOf).toBeLessThan(0);
  expect(await page.getByText(/^Not found here/).count()).toBe(0);
  await page.locator('label').filter({ hasText: 'Stage' }).click();
  await sketch('light of a picture').waitFor();
  await shows(0.1, 255);
  const before = await decoded(ordered.widthPx);
  expect(before).toBeGreaterThan(0);

  // It is painted over, and goes and comes as one step of the sketch, without being decoded again.
  await page.keyboard.press('p');
  await panel.waitFor();
  const stage = page.getByRole('application', { name: '3D stage' });
  const box = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width * 0.65, box.y + box.height * 0.9);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.85, box.y + box.height * 0.9, { steps: 4 });
  await page.mouse.up();
  await sketch('light of a picture and 1 stroke').waitFor();
  await shows(0.9, 255);
  const undo = panel.getByRole('button', { name: 'Undo stroke' });
  await undo.click();
  await sketch('light of a picture').waitFor();
  await undo.click();
  await sketch('empty').waitFor();
  await shows(0.1, 0);
  await panel.getByRole('button', { name: 'Redo stroke' }).click();
  await sketch('light of a picture').waitFor();
  await shows(0.1, 255);
  await shows(0.9, 0);
  expect(await decoded(ordered.widthPx)).toBe(before);
  await panel.getByRole('button', { name: 'Accept' }).click();
  await panel.waitFor({ state: 'detached' });

  // As it came, it is ordered as the same file and makes the same picture.
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  await page.locator('label').filter({ hasText: 'Picture' }).click();
  await page
    .getByRole('slider', { name: 'Share of the picture before that is shown' })
    .waitFor({ timeout: 300_000 });
  const again = await newest();
  expect(again.id).toBeGreaterThan(ordered.id);
  expect({ ...again, id: ordered.id }).toEqual(ordered);

  // After a reload it is there, and one undo of the start takes it away.
  await untilKept(page);
  await page.reload();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await waitForModel(page, hashOf(BOX));
  await sketch('light of a picture').waitFor();
  await shows(0.1, 255);
  // What the tool left as it was is no step.
  await page.getByRole('button', { name: /^Undo: Start from/ }).click();
  await sketch('light of a picture').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Redo: Start from/ }).click();
  await sketch('light of a picture').waitFor();
  await shows(0.1, 255);
  expect(errors).toEqual([]);
});

/** On the page: leaves a mark for every picture that it decodes of a file. */
function countPictures(): void {
  const decode = window.createImageBitmap.bind(window);
  const marked = async (...args: Parameters<typeof decode>): Promise<ImageBitmap> => {
    const picture = await decode(...args);
    if (args[0] instanceof Blob) performance.mark(`decoded ${picture.width}`);
    return picture;
  };
  window.createImageBitmap = marked as typeof decode;
}
