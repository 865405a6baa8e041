import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { takePicture } from '../../../src/app/stories/take-picture.ts';
import { loadLateTexts } from '../../../src/app/texts/load-texts.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import { createMaterialApp } from '../../support/material-app.ts';

beforeAll(() => loadLateTexts('en'));

function open(modelHash: string | null): { app: App; said: string[] } {
  const { app } = createMaterialApp();
  const said: string[] = [];
  app.state.stage.modelHash = modelHash === null ? null : ContentHash.parse(modelHash);
  const show: App['toasts']['show'] = (_kind, message) => {
    said.push(String(message));
    return () => {};
  };
  return { app: { ...app, toasts: { ...app.toasts, show } }, said };
}

const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } });
const files = async () =>
  [await plain.png().toBuffer(), await plain.jpeg().toBuffer(), await plain.webp().toBuffer()].map(
    (bytes) => [{ path: 'photos/sky.png', file: new Blob([new Uint8Array(bytes)]) }],
  );

test('a picture without a recipe is left to the model on the stage, also one that is no PNG but is called so', async () => {
  const { app, said } = open('b2'.repeat(32));
  for (const picture of await files()) expect(await takePicture(app, picture)).toBe(false);
  expect(said).toEqual([]);
});

test('where there is nothing that it could be for, it is told why nothing starts from it', async () => {
  const { app, said } = open(null);
  for (const picture of await files()) expect(await takePicture(app, picture)).toBe(true);
  expect(said).toHaveLength(3);
});
