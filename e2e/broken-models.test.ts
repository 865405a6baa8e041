import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { BESIDE_SAMPLES, BROKEN_SAMPLES } from '../tests/support/broken-samples.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, dropFiles, hashOf, waitForModel } from './support/stage.ts';

const SAMPLES = join(import.meta.dirname, '../../shared/samples/broken');

const box = (name: string) =>
  makeBoxes([{ name, size: [1, 1, 1], centre: [0, 0, 0], colour: [0.5, 0.2, 0.1, 1] }]);
const first = box('First');
const good = box('Box');

/** What the page is to say of each damaged file, by the table that was read and agreed on. */
const told = new Map(
  readFileSync(join(import.meta.dirname, '../tests/app/features/stage/broken-samples.md'), 'utf8')
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([name = '', english = '']) => [name.replace('| ', ''), splitSentences(english)] as const),
);

/** In the words of the browser's English, which has no comma before the last of a list. */
function splitSentences(text: string): string[] {
  const sentences = text
    .replace(', and file', ' and file')
    .replace('(opens)', '')
    .split(/(?<=[.]) (?=[“A-Z0-9])/);
  return sentences
    .map((sentence) => sentence.trim().replace(/[.]$/, ''))
    .filter((sentence) => sentence !== '');
}

/** A GLB of one JSON chunk. */
function wrap(json: string): Uint8Array {
  const text = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
  const bytes = new Uint8Array(20 + text.byteLength);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of [0x46546c67, 2, bytes.byteLength, text.byteLength, 0x4e4f534a].entries()) {
    view.setUint32(at * 4, value, true);
  }
  bytes.set(text, 20);
  return bytes;
}

interface BrokenFile {
  readonly files: readonly (readonly [string, Uint8Array])[];
  /** It opens all the same. */
  readonly opens: boolean;
}

/** Files that no model can be read from, and damaged ones of which something can. */
function listBroken(): BrokenFile[] {
  const refused = (name: string, bytes: Uint8Array): BrokenFile => ({ files: [[name, bytes]], opens: false });
  const read = (name: string) => [name, new Uint8Array(readFileSync(join(SAMPLES, name)))] as const;
  const samples = existsSync(SAMPLES) ? Object.entries(BROKEN_SAMPLES) : [];
  return [
    refused('empty', new Uint8Array()),
    refused('empty.glb', new Uint8Array()),
    refused('part.stl', new TextEncoder().encode('solid part\nendsolid part\n')),
    refused('words.glb', new TextEncoder().encode('This was a model once, or so its name says.')),
    refused('cut.glb', new Uint8Array(good).slice(0, 200)),
    refused('no-json.glb', wrap('{"asset": {"version": "2.0"}, "scenes": [')),
    refused('nothing.glb', wrap('{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}]}')),
    ...samples.map(([name, outcome]) => ({
      files: [read(name), ...(BESIDE_SAMPLES[name] === undefined ? [] : [read(BESIDE_SAMPLES[name])])],
      opens: typeof outcome !== 'string',
    })),
  ];
}

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1180, height: 820 }, isEmpty: true });
});
afterAll(() => story?.close());

/** What the page says about a file: a toast, or the card over the stage. */
const refusals = () =>
  story.page.locator('[role="alertdialog"], [role="alert"]:not([role="alertdialog"] [role="alert"])');

/** Takes away what the page says, as a person does. */
async function dismissAll(): Promise<void> {
  await story.page.evaluate(() => {
    const buttons = '[role="alertdialog"] button';
    for (const button of document.querySelectorAll<HTMLElement>(buttons)) button.click();
  });
  await story.page.keyboard.press('Escape');
  await refusals().first().waitFor({ state: 'detached' });
}

const shownModel = async () => (await story.page.locator('[data-model]').getAttribute('data-model')) ?? '';

test('a damaged file opens or gets one sentence that names it, and the stage keeps what it shows', async () => {
  const { page, url, errors, strangers } = story;
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await dropFile(page, 'first.glb', first);
  await waitForModel(page, hashOf(first));

  for (const { files, opens } of listBroken()) {
    const name = files[0]?.[0] ?? '';
    const before = await shownModel();
    await dropFiles(page, files);
    if (opens) {
      // What is said goes by itself: it is waited for beside the model, not after it.
      await Promise.all([
        page.locator(`[data-model]:not([data-model="${before}"])`).waitFor(),
        page.getByRole('list', { name: 'Model' }).getByText(name, { exact: true }).waitFor(),
        ...(told.get(name) ?? []).map((sentence) => refusals().filter({ hasText: sentence }).waitFor()),
      ]);
    } else {
      await refusals().first().waitFor();
      await expect.poll(() => refusals().count(), { message: name }).toBe(1);
      await expect
        .poll(() => refusals().textContent(), { message: name })
        .toContain(/\.(glb|gltf|obj)$/.test(name) ? name : 'GLB, glTF or OBJ');
      for (const sentence of told.get(name) ?? []) {
        await expect.poll(() => refusals().textContent(), { message: name }).toContain(sentence);
      }
      expect(await shownModel(), name).toBe(before);
    }
    await dismissAll();
  }

  await dropFile(page, 'box.glb', good);
  await waitForModel(page, hashOf(good));
  await page.getByRole('group', { name: 'Box' }).waitFor();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(errors).toEqual([]);
  expect(strangers).toEqual([]);
  expect((await fetch(new URL('/api/config/', url))).ok).toBe(true);
});
