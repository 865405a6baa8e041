import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, WebIO } from '@gltf-transform/core';
import { CATEGORIES, drop, signUp, tasksOf } from './bench-viewer/measure-drop.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { startProduct } from './bench-viewer/start-product.mjs';

/**
 * `npm run bench:lists [rounds]`: the longest task of the page while a person uses the lists of a model of 501 meshes and
 * 99 materials, in the whole built product: by the clock, and by the processor's time, which other programs on the machine
 * do not lengthen. Medians of the rounds; each has an account of its own. Never fails for a figure.
 */
const PARTS = 501;
const MATERIALS = 99;
/** Milliseconds a task of the page may take. */
const MAX_TASK_MS = 50;
const MIN_ROUNDS = 3;
/** What an action starts is over by then. */
const SETTLE_MS = 500;

const ACTIONS = {
  'the list of materials': async (page) => {
    await page.getByRole('tab', { name: `Materials ${MATERIALS}` }).click();
    await material(page, 'Paint 0').waitFor();
  },
  'scrolling it': async (page) => {
    for (const index of [20, 40, 60, 80, 98]) {
      await page.getByRole('tabpanel', { name: /^Materials/ }).evaluate((panel, at) => {
        panel.scrollTo(0, at * 44);
      }, index);
      await material(page, `Paint ${index}`).waitFor();
    }
  },
  'settings of a material': async (page) => {
    await page.getByRole('button', { name: 'Settings of Paint 98', exact: true }).click();
    await page.getByRole('slider', { name: 'Roughness', exact: true }).waitFor();
  },
  'a slider of it': async (page) => {
    const slider = page.getByRole('slider', { name: 'Roughness', exact: true });
    for (let step = 0; step < 10; step++) await slider.press('ArrowLeft');
    await page.getByRole('button', { name: 'Undo: Roughness of Paint 98', exact: true }).waitFor();
  },
  'the tree of objects': async (page) => {
    await page.getByRole('tab', { name: `Objects ${PARTS}` }).click();
    await part(page, 0).waitFor();
  },
  'from its top to its end': async (page) => {
    await part(page, 0).focus();
    await page.keyboard.press('End');
    await part(page, PARTS - 1).waitFor();
  },
  'hiding a part': async (page) => {
    await part(page, PARTS - 1)
      .getByRole('button', { name: 'Hide object' })
      .click();
    await part(page, PARTS - 1)
      .getByRole('button', { name: 'Show object' })
      .waitFor();
  },
};
const material = (page, name) => page.getByRole('group', { name, exact: true });
const part = (page, index) =>
  page.getByRole('row', { name: `Part ${index} [Paint ${index % MATERIALS}]`, exact: true });

if (!existsSync('dist/server/main.js')) throw new Error('Build the product first: npm run build');
const rounds = Math.max(MIN_ROUNDS, Number(process.argv[2]) || 0);
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const path = join(folder, 'many.glb');
await writeFile(path, await makeManyParts());
const product = await startProduct(join(folder, 'data'));
const browser = await openBenchBrowser();
try {
  const results = [];
  for (let round = 1; round <= rounds; round++) {
    results.push(await measure(browser, product.url));
    console.log(`round ${round} of ${rounds} (load average ${loadavg()[0].toFixed(1)})`);
  }
  report(results);
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

/** One small triangle a part. */
async function makeManyParts() {
  const document = new Document();
  const buffer = document.createBuffer();
  const corners = new Float32Array([0, 0, 0, 0.8, 0, 0, 0, 0.8, 0]);
  const position = document.createAccessor().setType('VEC3').setArray(corners).setBuffer(buffer);
  const meshes = Array.from({ length: MATERIALS }, (_, index) => {
    const paint = document.createMaterial(`Paint ${index}`).setDoubleSided(true);
    const triangle = document.createPrimitive().setAttribute('POSITION', position).setMaterial(paint);
    return document.createMesh(`Shape ${index}`).addPrimitive(triangle);
  });
  const scene = document.createScene();
  for (let index = 0; index < PARTS; index++) {
    const place = [index % 25, Math.floor(index / 25), 0];
    scene.addChild(
      document
        .createNode(`Part ${index}`)
        .setMesh(meshes[index % MATERIALS])
        .setTranslation(place),
    );
  }
  document.getRoot().setDefaultScene(scene);
  return new WebIO().writeBinary(document);
}

/** The longest task of each action. */
async function measure(browser, url) {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' });
  context.setDefaultTimeout(180_000);
  try {
    const page = await context.newPage();
    await signUp(page, url);
    await drop(context, page, path);
    await page.getByRole('tab', { name: `Objects ${PARTS}` }).waitFor();
    await page.getByRole('tab', { name: `Objects ${PARTS}` }).click();
    await part(page, 0).waitFor();
    await page.waitForLoadState('networkidle');
    const found = {};
    for (const [name, act] of Object.entries(ACTIONS)) {
      await browser.startTracing(page, { categories: CATEGORIES });
      await act(page);
      await page.waitForTimeout(SETTLE_MS);
      const { traceEvents } = JSON.parse(await browser.stopTracing());
      const tasks = tasksOf(traceEvents);
      found[name] = {
        wallMs: Math.max(0, ...tasks.map(({ wallMs }) => wallMs)),
        cpuMs: Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs)),
        // What the longest one did.
        work: tasks[0]?.work ?? '',
      };
    }
    if (Object.values(found).every(({ wallMs }) => wallMs === 0)) throw new Error('The traces hold no task');
    return found;
  } finally {
    await context.close();
  }
}

function report(results) {
  console.log(`\nLongest task of the page, medians of ${rounds}, milliseconds`);
  console.log(`${''.padEnd(28)}${'clock'.padStart(8)}${'processor'.padStart(12)}`);
  for (const name of Object.keys(ACTIONS)) {
    const median = (metric) =>
      results.map((round) => round[name][metric]).sort((a, b) => a - b)[results.length >> 1];
    const [wall, cpu] = [median('wallMs'), median('cpuMs')];
    const verdict = wall > MAX_TASK_MS ? `  above ${MAX_TASK_MS}` : '';
    console.log(`${name.padEnd(28)}${wall.toFixed(0).padStart(8)}${cpu.toFixed(0).padStart(12)}${verdict}`);
    if (verdict !== '') console.log(`  ${results.at(-1)[name].work}`);
  }
}
