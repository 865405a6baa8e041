import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, WebIO } from '@gltf-transform/core';
import { CATEGORIES, drop, signUp, tasksOf } from './bench-viewer/measure-drop.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { seedRenders } from './bench-viewer/seed-renders.mjs';
import { startProduct } from './bench-viewer/start-product.mjs';

/**
 * `npm run bench:lists [rounds]`: the longest task of the page while a person uses the lists of a model of 501 meshes and
 * 99 materials, the gallery with 5,000 renders, and lists of 3,000 projects and materials of the person, in the whole built product: by the clock, and by the processor's time, which other programs on the machine
 * do not lengthen. Medians of the rounds; each has an account of its own. Never fails for a figure.
 */
const PARTS = 501;
const MATERIALS = 99;
const RENDERS = 5_000;
const OWN = 3_000;
/** Milliseconds a task of the page may take. */
const MAX_TASK_MS = 50;
const MIN_ROUNDS = 3;
/** Wait after an action, until the work that it starts is done. */
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
const GALLERY_ACTIONS = {
  'the gallery': async (page) => {
    await page.getByRole('treegrid').getByRole('row', { name: 'Renders', exact: true }).click();
    await cards(page).first().waitFor();
  },
  'scrolling all of it': async (page) => {
    await page.getByRole('grid', { name: 'Renders' }).evaluate(async (grid, count) => {
      // A wheel's step in every picture of the screen, until everything is loaded and its end is in view.
      const columns = Number(grid.getAttribute('aria-colcount'));
      const rows = Math.ceil(count / columns);
      const isAtEnd = () => grid.querySelector(`[aria-rowindex="${rows}"]`) !== null;
      while (!isAtEnd()) {
        grid.scrollBy(0, 400);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }, RENDERS);
  },
  'from its end to its top': async (page) => {
    await page.getByRole('grid', { name: 'Renders' }).evaluate((grid) => grid.scrollTo(0, 0));
    await page.locator('[role=grid] [aria-rowindex="1"]').waitFor();
  },
  'a star': async (page) => {
    await cards(page).first().getByRole('button', { name: /^Star/ }).click();
    await cards(page).first().getByRole('button', { name: /^Star/, pressed: true }).waitFor();
  },
  'a search': async (page) => {
    await page.getByRole('searchbox').fill('wet slate');
    await page.getByText(/^1,2\d\d renders$/).waitFor();
  },
  'the details of one': async (page) => {
    await cards(page).first().click();
    await page.getByRole('button', { name: 'Full screen: Render' }).waitFor();
  },
  'back to all': async (page) => {
    await page.getByRole('button', { name: 'Back to Gallery' }).click();
    await cards(page).first().waitFor();
  },
};
const OWN_ACTIONS = {
  '3,000 projects': async (page) => {
    await page.getByRole('button', { name: 'Projects', exact: true }).click();
    await page
      .getByRole('dialog')
      .locator(`[role=grid][aria-rowcount="${OWN + 1}"]`)
      .waitFor();
  },
  'to the last of them': async (page) => {
    await page.getByRole('dialog').getByRole('row').first().focus();
    await page.keyboard.press('End');
    await page.getByRole('row', { name: `Chair ${OWN}`, exact: true }).waitFor();
  },
  'a search in them': async (page) => {
    await page.getByRole('textbox', { name: 'Search projects' }).fill(`chair ${OWN - 1}`);
    await page.getByRole('row', { name: `Chair ${OWN - 1}`, exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Search projects' }).fill('');
    await page
      .getByRole('dialog')
      .locator(`[role=grid][aria-rowcount="${OWN + 1}"]`)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  '3,000 materials': async (page) => {
    await page.getByRole('navigation').getByRole('button', { name: 'Assets', exact: true }).click();
    await page.getByText(/^3,0\d\d materials$/).waitFor();
    await page.getByRole('grid').getByRole('row').first().waitFor();
    await page.waitForTimeout(2 * SETTLE_MS);
  },
  'a search in those': async (page) => {
    await page.getByRole('searchbox').fill(`cloth ${OWN - 1}`);
    await page.getByRole('row', { name: `Cloth ${OWN - 1}` }).waitFor();
  },
};
const cards = (page) => page.getByRole('grid', { name: 'Renders' }).getByRole('gridcell');
const material = (page, name) => page.getByRole('group', { name, exact: true });
const part = (page, index) =>
  page.getByRole('row', { name: `Part ${index} [Paint ${index % MATERIALS}]`, exact: true });

if (!existsSync('dist/server/main.js')) throw new Error('Build the product first: npm run build');
const rounds = Math.max(MIN_ROUNDS, Number(process.argv[2]) || 0);
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const path = join(folder, 'many.glb');
await writeFile(path, await makeManyParts());
const dataFolder = join(folder, 'data');
const product = await startProduct(dataFolder);
const browser = await openBenchBrowser({ isPage: true });
try {
  const results = [];
  for (let round = 1; round <= rounds; round++) {
    results.push({
      ...(await measure(browser, product.url)),
      ...(await measureGallery(browser, product.url)),
      ...(await measureOwn(browser, product.url)),
    });
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
    return await trace(browser, page, ACTIONS);
  } finally {
    await context.close();
  }
}

/** The same for the gallery of a person who has ordered one small picture, and has it 5,000 times. */
async function measureGallery(browser, url) {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' });
  context.setDefaultTimeout(180_000);
  try {
    const page = await context.newPage();
    const email = await signUp(page, url);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    const pictures = page
      .getByRole('region', { name: 'Renders of this project' })
      .getByRole('button')
      .getByRole('img');
    await pictures.first().waitFor();
    await seedRenders(dataFolder, email, RENDERS);
    await page.getByRole('button', { name: 'Assets', exact: true }).click();
    await page.getByRole('treegrid').getByRole('row', { name: 'Renders', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    return await trace(browser, page, GALLERY_ACTIONS);
  } finally {
    await context.close();
  }
}

/** The same for a person whose lists of projects and materials the server says are 3,000 long. */
async function measureOwn(browser, url) {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' });
  context.setDefaultTimeout(180_000);
  try {
    const page = await context.newPage();
    const multiply = (address, more) =>
      page.route(address, async (route) => {
        const response = await route.fetch();
        const own = await response.json();
        const others = own.length === 0 ? [] : Array.from({ length: OWN }, (_, i) => more(own[0], i + 1));
        await route.fulfill({ response, json: [...own, ...others] });
      });
    await multiply(/\/api\/project\/summaries\/$/, (first, index) => ({
      ...first,
      id: first.id + index,
      name: `Chair ${index}`,
      updated_at: new Date(Date.parse('2026-06-01T12:00:00Z') - index * 60_000).toISOString(),
    }));
    await multiply(/\/api\/material\/$/, (first, index) => ({
      ...first,
      id: 1_000_000 + index,
      names: { en: `Cloth ${index}`, es: `Tela ${index}` },
    }));
    await signUp(page, url);
    await page.waitForLoadState('networkidle');
    return await trace(browser, page, OWN_ACTIONS);
  } finally {
    await context.close();
  }
}

/** The longest task of each action, one after another. */
async function trace(browser, page, actions) {
  const found = {};
  for (const [name, act] of Object.entries(actions)) {
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
}

function report(results) {
  console.log(`\nLongest task of the page, medians of ${rounds}, milliseconds`);
  console.log(`${''.padEnd(28)}${'clock'.padStart(8)}${'processor'.padStart(12)}`);
  for (const name of Object.keys({ ...ACTIONS, ...GALLERY_ACTIONS, ...OWN_ACTIONS })) {
    const median = (metric) =>
      results.map((round) => round[name][metric]).sort((a, b) => a - b)[results.length >> 1];
    const [wall, cpu] = [median('wallMs'), median('cpuMs')];
    const verdict = wall > MAX_TASK_MS ? `  above ${MAX_TASK_MS}` : '';
    console.log(`${name.padEnd(28)}${wall.toFixed(0).padStart(8)}${cpu.toFixed(0).padStart(12)}${verdict}`);
    if (verdict !== '') console.log(`  ${results.at(-1)[name].work}`);
  }
}
