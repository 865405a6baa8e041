import { Document, WebIO } from '@gltf-transform/core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory();
  // Each new material is a new program for the software's graphics card, and the page waits for it.
});
afterAll(() => story?.close());

const button = (name: string | RegExp) => story.page.getByRole('button', { name, exact: true });
const slider = (name: string) => story.page.getByRole('slider', { name, exact: true });
const material = (name: string) => story.page.getByRole('group', { name, exact: true });

/** Chooses in the open library. */
async function choose(title: string, name: string): Promise<void> {
  const dialog = story.page.getByRole('dialog', { name: title });
  await dialog.getByRole('searchbox').fill(name);
  await dialog.getByRole('row', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** What a person reads of the dressing in the panel: materials with what they are made of, background and style. */
async function readLook(): Promise<string[]> {
  const { page } = story;
  const rows = await page.locator('[data-material]').allInnerTexts();
  const background = await button(/^Background/).allInnerTexts();
  const style = await button(/^Style/).allInnerTexts();
  return [...rows, ...background, ...style].map((text) => text.replace(/\s+/g, ' '));
}
const looks = (expected: readonly string[]) =>
  expect.poll(readLook, { timeout: 300_000 }).toEqual([...expected]);

test('a newcomer dresses the sample, takes it all back, does it all again, and finds it after a reload', {
  timeout: 480_000,
}, async () => {
  const { page } = story;
  await material('Leather').waitFor();
  // Closed sections say what is set.
  await button(/^Background/).click();
  await expect.poll(readLook).toContain('Background Graphite sweep, 50%');
  const before = await readLook();
  const steps: string[] = [];

  for (const [part, name] of [
    ['Leather', 'Navy canvas'],
    ['Cup shell', 'Oak'],
    ['Rim and yoke', 'Brass'],
    ['Speaker mesh', 'Concrete'],
  ] as const) {
    await button(`Library for ${part}`).click();
    await choose('Select a Material', name);
    await material(part).getByText(name).waitFor();
    steps.push(`${name} on ${part}`);
  }

  await button('Make a part of Leather independent').click();
  await page.getByRole('option', { name: 'Left cushion', exact: true }).click();
  await material('Left cushion, Leather').waitFor();
  steps.push('Own material for Left cushion');
  expect(
    await material('Left cushion, Leather')
      .getByRole('button', { name: /independent/ })
      .count(),
  ).toBe(0);
  await material('Leather').getByText('Navy canvas, 3 parts').waitFor();

  await button('Settings of Left cushion, Leather').click();
  await slider('Metalness').fill('0.6');
  await button('Undo: Metalness of Left cushion, Leather').waitFor();
  steps.push('Metalness of Left cushion, Leather');
  await button('Settings of Left cushion, Leather').click();

  await button(/^Background/).click();
  await button('Library').click();
  await choose('Select a Background', 'Night blue');
  await page.getByText('Night blue', { exact: true }).waitFor();
  steps.push('Background Night blue');
  await slider('Fidelity').fill('0.8');
  await button('Undo: Background fidelity').waitFor();
  steps.push('Background fidelity');
  await button(/^Background/).click();

  await button(/^Style/).click();
  await button('Library').click();
  await choose('Select a Style', 'Pastel');
  await page.getByText('Pastel', { exact: true }).waitFor();
  steps.push('Style Pastel');
  await slider('Strength').fill('0.3');
  await button('Undo: Style strength').waitFor();
  steps.push('Style strength');
  await button(/^Style/).click();

  await expect.poll(readLook).toContain('Style Pastel, 30%');
  const after = await readLook();
  expect(after).toContain('Background Night blue, 80%');
  expect(after).toHaveLength(before.length + 1);

  // Each step is named by the button that takes it back.
  for (const step of [...steps].reverse()) await button(`Undo: ${step}`).click();
  await button('Nothing to undo').waitFor();
  await looks(before);
  for (const step of steps) await button(`Redo: ${step}`).click();
  await button('Nothing to redo').waitFor();
  await looks(after);

  await untilKept(page);
  await page.reload();
  await material('Left cushion, Leather').waitFor({ timeout: 300_000 });
  await button(/^Background/).click();
  await looks(after);
  // What was done before the reload can still be taken back.
  const last = steps.at(-1) ?? '';
  await button(`Undo: ${last}`).click();
  await looks(after.map((line) => line.replace('Style Pastel, 30%', 'Style Pastel, 50%')));
  await button(`Redo: ${last}`).click();
  await looks(after);
  await button('Settings of Left cushion, Leather').click();
  await expect.poll(() => slider('Metalness').inputValue()).toBe('0.6');
  await button('Settings of Left cushion, Leather').click();

  // And it reaches the server.
  const saving = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await button('Save Project (Changes detected)').click();
  const saved = await (await saving).json();
  expect(saved.model_materials).toContainEqual(
    expect.objectContaining({ name: 'Left cushion, Leather', metalness: 0.6, textureHash: null }),
  );
  expect(story.errors).toEqual([]);
});

test('a picture is dropped on a material and chosen for another; the stage does not take it for a model', async () => {
  const { page } = story;
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2a6f4e' } })
    .png()
    .toBuffer();
  const drop = async (name: string, type: string, bytes: Buffer): Promise<void> => {
    const transfer = await page.evaluateHandle(
      ([fileName, mime, data]) => {
        const made = new DataTransfer();
        const content = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        made.items.add(new File([content], fileName, { type: mime }));
        return made;
      },
      [name, type, bytes.toString('base64')] as const,
    );
    const target = material('Cup shell');
    await target.dispatchEvent('dragover', { dataTransfer: transfer });
    expect(await page.getByText('Drop the model to open it').count()).toBe(0);
    await target.dispatchEvent('drop', { dataTransfer: transfer });
  };
  await drop('green felt.png', 'image/png', picture);
  await material('Cup shell').getByText('green felt').waitFor();
  await button('Undo: green felt on Cup shell').waitFor();
  await material('Cup shell').locator('img').waitFor();

  // The server has the bytes before the project that names them.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/texture\/|\/api\/project\/\d+\/$/.test(request.url()) && request.method() !== 'GET') {
      sent.push(`${request.method()} ${/texture/.test(request.url()) ? 'texture' : 'project'}`);
    }
  });
  const saving = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && /\/api\/project\/\d+\/$/.test(response.url()),
  );
  await button('Save Project (Changes detected)').click();
  const saved = await (await saving).json();
  expect(sent).toEqual(['POST texture', 'PATCH project']);
  expect(saved.model_materials).toContainEqual(
    expect.objectContaining({
      libraryMaterialName: 'green felt',
      libraryId: null,
      textureHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      texturePath: expect.stringContaining('/'),
    }),
  );

  await drop('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await page.getByText('Error applying texture: “logo.svg” is not a JPG, PNG or WebP picture.').waitFor();
  await drop('torn.png', 'image/png', picture.subarray(0, 30));
  await page
    .getByText(
      'Error applying texture: The picture “torn.png” could not be read: it is damaged or of a kind that is not known here. Choose another one, or save it again as JPEG, PNG or WebP.',
    )
    .waitFor();
  await button('Undo: green felt on Cup shell').waitFor();

  await button('Settings of Speaker mesh').click();
  await page
    .getByLabel('Own picture for Speaker mesh')
    .and(page.locator('input'))
    .setInputFiles({ name: 'weave.png', mimeType: 'image/png', buffer: picture });
  await material('Speaker mesh').getByText('weave').waitFor();
  await button('Settings of Speaker mesh').click();
  await material('Speaker mesh').getByRole('button', { name: 'Reset Speaker mesh' }).click();
  await material('Speaker mesh').getByText('weave').waitFor({ state: 'detached' });
  expect(story.errors).toEqual([]);
});

/** 501 parts drawn with 99 materials. */
async function makeManyParts(): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const position = document
    .createAccessor()
    .setType('VEC3')
    .setArray(new Float32Array([0, 0, 0, 0.8, 0, 0, 0, 0.8, 0]))
    .setBuffer(buffer);
  const meshes = Array.from({ length: 99 }, (_, index) => {
    const paint = document.createMaterial(`Paint ${index}`).setDoubleSided(true);
    const triangle = document.createPrimitive().setAttribute('POSITION', position).setMaterial(paint);
    return document.createMesh(`Shape ${index}`).addPrimitive(triangle);
  });
  const scene = document.createScene();
  for (let index = 0; index < 501; index += 1) {
    const node = document
      .createNode(`Part ${index}`)
      .setMesh(meshes[index % 99] ?? null)
      .setTranslation([index % 25, Math.floor(index / 25), 0]);
    scene.addChild(node);
  }
  document.getRoot().setDefaultScene(scene);
  return new WebIO().writeBinary(document);
}

test('501 parts and 99 materials: only what is in view is in the document, at every place of the lists', async () => {
  const { page } = story;
  const model = await makeManyParts();
  await dropFile(page, 'many.glb', model);
  await waitForModel(page, hashOf(model));
  await page.getByRole('tab', { name: 'Materials 99' }).click();
  await material('Paint 0').waitFor();
  await expect.poll(() => page.locator('[data-material]').count()).toBeLessThan(50);

  const list = page.getByRole('tabpanel', { name: /^Materials/ });
  for (const name of ['Paint 20', 'Paint 40', 'Paint 60', 'Paint 80', 'Paint 98']) {
    const index = Number(name.slice(6));
    await list.evaluate((panel, top) => panel.scrollTo(0, top), index * 44);
    await material(name).waitFor();
    await expect.poll(() => page.locator('[data-material]').count()).toBeLessThan(50);
  }

  await page.getByRole('tab', { name: 'Objects 501' }).click();
  await page.getByRole('row', { name: 'Part 0 [Paint 0]', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('treegrid').getByRole('row').count()).toBeLessThan(60);
  await page.getByRole('row', { name: 'Part 0 [Paint 0]', exact: true }).press('End');
  await page.getByRole('row', { name: 'Part 500 [Paint 5]', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('treegrid').getByRole('row').count()).toBeLessThan(60);

  // One part of the last one's material gets its own, from its line.
  await page.keyboard.press('ArrowRight');
  await button('Give Part 500 a material of its own').click();
  await page.getByRole('row', { name: 'Part 500 [Part 500, Paint 5]', exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Materials 100' }).waitFor();
  expect(story.errors).toEqual([]);
});
