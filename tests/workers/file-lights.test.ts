import { KHRLightsPunctual } from '@gltf-transform/extensions';
import { converter, differenceCiede2000 } from 'culori';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileLights } from '../../src/contract/scene/file-lights.ts';
import type { LightRig } from '../../src/contract/scene/light-rig.ts';
import { readGlb } from '../../src/tracer/gltf/read-glb.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { makeBalls } from '../support/ball-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import { changeGlb } from '../support/change-glb.ts';
import { everyDegrees, makeIes } from '../support/ies.ts';
import { type Pixels, pixelsOf } from '../support/pixels.ts';
import { openGlb, packGlb, writeGlb } from '../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';
import { base64, captureOf, differenceOf, openViewerPage, openViewerTests } from '../support/viewer-page.ts';

const SIZE = 128;
/** Medians of CIEDE2000, of two pictures without any other light: a product without its own shadow, and gold in the dark. */
const MAX = 3;
const RADIUS = 0.08;
const SCALE = 10;
const NORMALISATION = [SCALE, 0, 0, 0, 0, SCALE, 0, 0, 0, 0, SCALE, 0, 0, 0, 0, 1];
const DARK: LightRig = { name: '', preset: null, lights: [], soloId: null, surroundings: 1, level: 0 };
const ON: FileLights = { isOn: true, strength: 1 };
const OFF: FileLights = { isOn: false, strength: 1 };

const toLab = converter('lab65');
const differenceBetween = differenceCiede2000();

type Kind = 'point' | 'spot' | 'directional' | 'profile';
/** Of a lamp that shines more to one side, and of one that is the same all round. */
const PROFILES = [
  makeIes(everyDegrees(0, 180, 5), everyDegrees(0, 360, 15), (v, h) => {
    return (60 + 1200 * Math.max(0, Math.sin((h * Math.PI) / 180))) * Math.exp(-((v / 40) ** 2));
  }),
  makeIes(everyDegrees(0, 90, 2.5), [0], (v) => (v > 10 && v < 20 ? 400 : 30)),
];

/** Balls with a light of a kind before them, that is not in their middle, and with a range and a cone that end on them. */
async function makeLit(kind: Kind): Promise<Uint8Array> {
  if (kind === 'profile') return makeProfiled();
  const document = await openGlb(await makeBalls(['grey plaster', 'red plaster'], RADIUS));
  const extension = document.createExtension(KHRLightsPunctual);
  const light = extension.createLight().setType(kind).setIntensity(30).setColor([1, 0.9, 0.7]);
  if (kind !== 'directional') light.setRange(1.1);
  if (kind === 'spot') light.setInnerConeAngle(0.05).setOuterConeAngle(0.3);
  // Looks along -Z, turned down by 0.2 rad.
  const node = document
    .createNode('light')
    .setTranslation([0.1, 0.3, 0.7])
    .setRotation([-Math.sin(0.2), 0, 0, Math.cos(0.2)])
    .setScale([3, 3, 3])
    .setExtension('KHR_lights_punctual', light);
  document.getRoot().listScenes()[0]?.addChild(node);
  return writeGlb(document);
}

/** The balls before two lamps with profiles, turned about all axes, and a plain point light between them. */
async function makeProfiled(): Promise<Uint8Array> {
  const { json, binary } = readGlb(await makeBalls(['grey plaster', 'red plaster'], RADIUS));
  const changed = structuredClone(json) as unknown as Record<string, unknown> & { nodes: object[] };
  const [scene] = changed.scenes as { nodes: number[] }[];
  const lamp = (light: number, translation: number[], rotation: number[], more: object = {}) =>
    changed.nodes.push({
      translation,
      rotation,
      extensions: { EXT_lights_ies: { light, ...more } },
    }) - 1;
  const plain = { translation: [-0.4, 0.5, 0.3], extensions: { KHR_lights_punctual: { light: 0 } } };
  scene?.nodes.push(
    lamp(0, [0.02, 0.03, 0.5], [0.02, -0.03, 0.29, 0.956], { color: [1, 0.9, 0.7] }),
    changed.nodes.push(plain) - 1,
    lamp(1, [-0.1, 0.1, 0.6], [-0.05, -0.1, 0.3, 0.947], { multiplier: 2 }),
  );
  changed.extensionsUsed = ['EXT_lights_ies', 'KHR_lights_punctual'];
  changed.extensions = {
    EXT_lights_ies: {
      lights: PROFILES.map((text) => ({ uri: `data:application/x-ies-lm-63;base64,${btoa(text)}` })),
    },
    KHR_lights_punctual: { lights: [{ type: 'point', intensity: 20 }] },
  };
  return packGlb(changed, binary === null ? null : binary.slice());
}

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  buildKernel();
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

const shine = (lights: FileLights) =>
  page.evaluate((told) => window.harness.viewer.api.setFileLights(told), lights);

async function open(glb: Uint8Array, rig: LightRig | null, hiddenNodes: number[] = []): Promise<void> {
  await page.evaluate(
    async ([model, normalisation, own, hidden]) => {
      const { harness } = window;
      await harness.show(model, { normalisation: [...normalisation], hiddenNodes: hidden });
      await harness.look([2, 6, 20]);
      await harness.viewer.api.setBackground({ kind: 'colour', colour: '#404040' });
      await harness.viewer.api.setLighting({ lighting: 'studio', creativity: 0, seed: 0, rig: own });
    },
    [base64(glb), NORMALISATION, rig, hiddenNodes] as const,
  );
}

async function trace(glb: Uint8Array, fileLights: FileLights): Promise<Pixels> {
  const model = nameFile(glb);
  const base = createSpec(model.hash);
  const camera = await page.evaluate(() => window.harness.viewer.api.camera());
  const scene = { ...base.scene, normalisation: NORMALISATION, lightRig: DARK, fileLights };
  const spec = { ...base, camera, widthPx: SIZE, heightPx: SIZE, quality: 'standard' as const, scene };
  const events = tracePicture(
    { spec, files: new Map([[model.hash, model.bytes]]) },
    await createTestHost(1, false),
    new AbortController().signal,
  );
  for await (const event of events) if (event.kind === 'image') return pixelsOf(event.rgba, SIZE);
  throw new Error('no picture came');
}

test.each<Kind>(['point', 'spot', 'directional', 'profile'])(
  'a %s light of the file lights the product on the stage as in the picture',
  async (kind) => {
    const glb = await makeLit(kind);
    await shine(ON);
    await open(glb, DARK);
    const { snapshot, ids } = await captureOf(page, ['snapshot', 'ids'], SIZE);
    const picture = await trace(glb, ON);
    const differences: number[] = [];
    let bright = 0;
    for (let y = 0; y < SIZE; y++)
      for (let x = 0; x < SIZE; x++) {
        if ((ids?.at(x, y)[0] ?? 0) === 0) continue;
        const [one, other] = [snapshot, picture].map((pixels) => {
          const [r, g, b] = pixels?.at(x, y) ?? [0, 0, 0];
          return toLab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
        });
        if ((one?.l ?? 0) > 20) bright++;
        if (one && other) differences.push(differenceBetween(one, other));
      }
    const median = differences.sort((a, b) => a - b)[differences.length >> 1];
    expect(bright).toBeGreaterThan(differences.length * 0.1);
    expect(median).toBeLessThanOrEqual(MAX);
    expect(differences[Math.floor(differences.length * 0.9)]).toBeLessThanOrEqual(4 * MAX);
  },
);

test('they shine while they are on alone, as strongly as is said, and leave the stage as it was', async () => {
  const glb = await makeLit('point');
  await shine(OFF);
  await open(glb, null);
  const shoot = async (): Promise<Pixels> => {
    const { snapshot } = await captureOf(page, ['snapshot'], SIZE);
    if (snapshot === null) throw new Error('nothing was drawn');
    return snapshot;
  };
  const before = await shoot();
  await open(await makeBalls(['grey plaster', 'red plaster'], RADIUS), null);
  expect(differenceOf(before, await shoot(), 0)).toBe(0);
  await open(glb, null);
  await shine(ON);
  const lit = await shoot();
  expect(differenceOf(before, lit, 8)).toBeGreaterThan(0.005);
  await shine({ isOn: true, strength: 4 });
  expect(differenceOf(lit, await shoot(), 8)).toBeGreaterThan(0.005);
  await shine({ isOn: true, strength: 0 });
  expect(differenceOf(before, await shoot(), 0)).toBe(0);
  await shine(OFF);
  expect(differenceOf(before, await shoot(), 0)).toBe(0);
});

test('they are off below a node that is hidden', async () => {
  const glb = await makeLit('point');
  const { json } = readGlb(glb);
  const nodes = json.nodes ?? [];
  const light = nodes.findIndex(({ name }) => name === 'light');
  const roots = (json.scenes?.[0]?.nodes ?? []).filter((index) => index !== light);
  const grouped = changeGlb(glb, {
    nodes: [...nodes, { children: [light] }],
    scenes: [{ nodes: [...roots, nodes.length] }],
  });
  const shoot = async (hiddenNodes: number[]): Promise<Pixels> => {
    await open(grouped, DARK, hiddenNodes);
    const { snapshot } = await captureOf(page, ['snapshot'], SIZE);
    if (snapshot === null) throw new Error('nothing was drawn');
    return snapshot;
  };
  await shine(ON);
  const hidden = await shoot([nodes.length]);
  expect(differenceOf(hidden, await shoot([]), 8)).toBeGreaterThan(0.005);
  await shine(OFF);
  expect(differenceOf(hidden, await shoot([]), 0)).toBe(0);
});
