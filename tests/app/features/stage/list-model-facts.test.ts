import { expect, test } from 'vitest';
import { countHidden } from '../../../../src/app/features/stage/count-hidden.ts';
import { listModelFacts, writeModelFacts } from '../../../../src/app/features/stage/list-model-facts.ts';
import { lookIntoModel } from '../../../../src/app/features/stage/look-into-model.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { ModelRow } from '../../../../src/app/values/model-table.ts';
import type { ModelContents, ModelReport } from '../../../../src/contract/model-report.ts';
import { inspectModel } from '../../../../src/workers/compute/gltf/inspect-model.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';

const BOX = makeBoxes([{ name: 'box', size: [0.3, 0.2, 0.8], centre: [0, 0, 0] }]);
/** Stands the file's Z up and scales it. */
const Z_UP = [12.5, 0, 0, 0, 0, 0, -12.5, 0, 0, 12.5, 0, 0, 0, 0, 0, 1];

async function read(change: Partial<ModelContents> = {}, language: 'en' | 'es' = 'en') {
  const inspection = await inspectModel(new Blob([BOX as Uint8Array<ArrayBuffer>]));
  const contents = { ...(inspection.contents as ModelContents), ...change };
  const row = { name: 'box.glb', report: inspection as ModelReport };
  const words = LATE_TEXTS[language].aboutModel;
  const groups = listModelFacts(row, contents, Z_UP, 'automatic', textsOf(language), words);
  return { contents, text: writeModelFacts(groups).replace(/\u00a0/g, ' ') };
}

test('a plain file is told whole: size as it stands, and that nothing of it is hidden', async () => {
  const { text, contents } = await read();
  expect(text).toContain('Real size: 30 cm wide, 80 cm high, 20 cm deep');
  expect(text).toContain('Everything in the file is shown.');
  expect(countHidden(contents)).toBe(0);
});

test('what the file has that is not shown is named, with what stands in its place', async () => {
  const { text, contents } = await read({
    lights: { directional: 1, point: 0, spot: 2, profile: 3, other: 1 },
    animations: ['Open lid', ''],
    unreadExtensions: ['ACME_fur'],
    cameraCount: 1,
    lineCount: 3,
    hasSurroundings: true,
  });
  expect(text.slice(text.indexOf('Notes'))).toContain(
    'Lights: 1 sun, 2 spot, and 3 with a profile (Off at first. Under “Light” they can be switched on, for the stage and for Studio’s pictures.)',
  );
  expect(text.slice(0, text.indexOf('Notes'))).toContain('Other lights: 1 (An image');
  expect(text).toContain('Surroundings (Under “Light”');
  // One moment of them can be shown.
  expect(text.slice(text.indexOf('Notes'))).toContain('Animations: Open lid and Animation 2');
  expect(text).toContain('Extensions: ACME_fur');
  expect(text).toContain('Points and lines: 3');
  // A camera of the file is hardly missed, and its lights can be switched on.
  expect(countHidden(contents)).toBe(2);
});

test('textures have their pixels and bytes, and a file of thousands stays a list', async () => {
  const texture = {
    name: 'oak',
    role: 'colour',
    materials: ['Seat'],
    widthPx: 2048,
    heightPx: 1024,
  } as const;
  const textures = Array.from({ length: 3_000 }, () => ({ ...texture, sizeBytes: 1_000_000 }));
  const { text } = await read({ textures });
  expect(text).toContain('oak: 2048 × 1024 px, 1 MB (Colour of Seat)');
  expect(text).toContain('3,000 textures, 3 GB together');
  expect(text).toContain('and 2,950 more');
});

test('in Spanish it is Spanish', async () => {
  const { text } = await read({ lights: { directional: 0, point: 1, spot: 0, other: 0 } }, 'es');
  expect(text).toContain('Luces: 1 punto');
  expect(text).toContain('Tamaño real: 30 cm de ancho, 80 cm de alto, 20 cm de fondo');
});

test('a model that was opened before this was looked for is read again, once, and it is kept', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const { contents, ...inspection } = await inspectModel(new Blob([BOX as Uint8Array<ArrayBuffer>]));
  const row = { hash: inspection.hash, name: 'box.glb', report: inspection } as unknown as ModelRow;
  await app.db.run(() => app.db.models.put(row));
  const { signal } = new AbortController();
  expect(await lookIntoModel(app, row, signal)).toBeNull();
  await app.storage.put(row.hash, new Blob([BOX as Uint8Array<ArrayBuffer>]));
  expect(await lookIntoModel(app, row, signal)).toEqual(contents);
  expect((await app.db.models.get(row.hash))?.report.contents).toEqual(contents);
});
