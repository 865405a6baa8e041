import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentSettings, editSettings } from '../../src/app/core/edit-settings.ts';
import { signIn } from '../../src/app/features/account/sign-in.ts';
import { signOut } from '../../src/app/features/account/sign-out.ts';
import { setCreativity } from '../../src/app/features/advanced/set-creativity.ts';
import { setQuality, setRatio } from '../../src/app/features/advanced/set-picture.ts';
import { chooseBackground } from '../../src/app/features/background/choose-background.ts';
import { setBackgroundColour } from '../../src/app/features/background/set-background-colour.ts';
import { setFloor } from '../../src/app/features/background/set-floor.ts';
import { setGradient } from '../../src/app/features/background/set-gradient.ts';
import { chooseColourway } from '../../src/app/features/colourways/choose-colourway.ts';
import { setLight } from '../../src/app/features/light/set-light.ts';
import { addStep } from '../../src/app/features/light-map/add-step.ts';
import { applyLibraryMaterial } from '../../src/app/features/materials/apply-library-material.ts';
import { editMaterial } from '../../src/app/features/materials/edit-material.ts';
import { hideExactly } from '../../src/app/features/materials/hide-exactly.ts';
import { protectMaterial } from '../../src/app/features/materials/protect-material.ts';
import { newProject } from '../../src/app/features/projects/new-project.ts';
import { renameProject } from '../../src/app/features/projects/rename-project.ts';
import { toggleMaterial } from '../../src/app/features/selection/toggle-material.ts';
import { chooseStyle } from '../../src/app/features/style/choose-style.ts';
import { moveModel } from '../../src/app/features/transform/move-model.ts';
import { listViews } from '../../src/app/features/views/list-views.ts';
import { saveView } from '../../src/app/features/views/save-view.ts';
import { findSketch } from '../../src/app/model/find-sketch.ts';
import { listMaterials } from '../../src/app/model/list-materials.ts';
import { reportInVariant } from '../../src/app/model/report-in-variant.ts';
import { chooseUpAxis } from '../../src/app/scene/choose-up-axis.ts';
import type { LibraryItemBody } from '../../src/contract/http/libraries.ts';
import type { ProjectBody } from '../../src/contract/http/projects.ts';
import type { CameraPose } from '../../src/contract/render-spec.ts';
import type { App as Server } from '../../src/server/http/app.ts';
import { createServer } from '../../src/server/http/server.ts';
import { closeServer } from '../../src/server/process/close-server.ts';
import { makeBoxes } from '../support/box-model.ts';
import { until } from '../support/fake-outside.ts';
import { makeStroke } from '../support/light-map-app.ts';
import { openBrowser, type RealBrowser } from '../support/real-outside.ts';
import { HERO, openPage, type RealPage } from '../support/real-page.ts';
import { findItem, type RenderServer, startRenderServer } from '../support/render-server.ts';
import type { Person } from '../support/server.ts';
import { makePng } from '../support/tiny-image.ts';
import { makeVariants } from '../support/variant-model.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

// 1. The table.

const [HEAD = [], ...BODY] = readFileSync(join(import.meta.dirname, 'crossings.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('| ---'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const COLUMNS = HEAD.slice(1);
const TABLE = BODY.map(([row = '', ...cells]) => ({
  row,
  cells: new Map(COLUMNS.map((column, index) => [column, cells[index] ?? ''])),
}));
/** What a person sees of each row. */
type Facts = Readonly<Record<string, unknown>>;
const judged = new Set<string>();

/** Cells of a column that are not as the table says. */
function judge(column: string, facts: Facts, wanted: Readonly<Record<string, Facts>>): string[] {
  return TABLE.flatMap(({ row, cells }) => {
    const word = cells.get(column) ?? '';
    const source = wanted[word];
    if (word === '–' || !(row in facts)) return [];
    if (source === undefined) return [`${row} × ${column}: the table says “${word}”`];
    judged.add(`${row} × ${column}`);
    const [is, shall] = [facts[row], source[row]].map((fact) => JSON.stringify(fact));
    return is === shall ? [] : [`${row} × ${column}: ${is}, not ${shall} (${word})`];
  });
}

// 2. What a person does with models, and what can happen to the page meanwhile.

const boxes = (...names: string[]) =>
  new Uint8Array(
    makeBoxes(names.map((name, x) => ({ name, size: [1, 1, 1], centre: [x * 2, 0, 0], texture: makePng() }))),
  );
const CHAIR = new Uint8Array(makeVariants());
const LAMP = boxes('Shade', 'Foot', 'Cable');
const at = (x: number): CameraPose => ({ ...HERO, position: [x, 2, 15] });
const MOVED = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1];

const STEPS = {
  none: async () => {},
  'A → B': async (page) => page.drop('lamp.glb', LAMP),
  'A → B → A': async (page) => {
    await page.drop('lamp.glb', LAMP);
    await page.drop('chair.glb', CHAIR);
  },
  'A → B, undone': async (page) => {
    await page.drop('lamp.glb', LAMP);
    page.app.commands.undo();
    await page.settled();
  },
  'undone, redone': async (page) => {
    await STEPS['A → B, undone'](page);
    page.app.commands.redo();
    await page.settled();
  },
} as const satisfies Record<string, (page: RealPage) => Promise<void>>;
type Step = keyof typeof STEPS;
const ALL_STEPS = Object.keys(STEPS) as Step[];

/** Of a project there is one name and one background: each scene has another. */
interface Scene {
  readonly person: Person;
  readonly browser: RealBrowser;
  readonly page: RealPage;
  readonly isNamed: boolean;
  readonly background: 'colour' | 'gradient' | 'picture of a library';
  /** What the project held before the step. */
  readonly work: Facts;
}
const BACKGROUNDS = ['colour', 'gradient', 'picture of a library'] as const;
let scenes = 0;

/** A person with a project whose model A was worked on in every way. */
async function begin(): Promise<Scene> {
  const number = scenes++;
  const person = await server.signUp();
  const browser = openBrowser(server.url, person);
  const page = await openPage(browser);
  await newProject(page.app, 'New project');
  await page.drop('chair.glb', CHAIR);
  const scene = { person, browser, page, isNamed: number % 2 === 0, background: BACKGROUNDS[number % 3]! };
  await work(scene);
  return { ...scene, work: await read(scene) };
}

async function work({ person, page, isNamed, background }: Omit<Scene, 'work'>): Promise<void> {
  const { app } = page;
  const texts = app.texts();
  const item = (kind: 'material' | 'background' | 'style', name: string): Promise<LibraryItemBody> =>
    findItem(server, person, kind, name);
  page.look(at(3));
  await saveView(app);
  page.look(at(4));
  await saveView(app);
  chooseColourway(app, texts, 'Ocean');
  const rowsNow = async () => {
    const { model_hash, model_materials, render_settings } = currentSettings(app);
    const model = await app.db.models.get(model_hash!);
    return listMaterials(reportInVariant(model!.report, render_settings.variant), model_materials);
  };
  const row = async (name: string) => (await rowsNow()).find((one) => one.name === name)!;
  applyLibraryMaterial(app, texts, await row('Right'), await item('material', 'walnut'));
  editMaterial(app, 'Scale', await row('Right'), { tileSize: 2, rotationRadians: 0.5, color: '#803010' });
  editMaterial(app, 'Surface', await row('Sea'), { roughness: 0.25, metalness: 0.75 });
  protectMaterial(app, 'Protect', await row('Sea'), true);
  const rows = await rowsNow();
  toggleMaterial(app, rows, (await row('Right'))!, 'Right');
  hideExactly(app, 'Hide', [0]);
  chooseUpAxis(app, 'X_UP');
  moveModel(app, MOVED);
  editSettings(app, 'Prompt', {
    positive_prompt: 'On a beach',
    negative_prompt: 'People',
    use_negative_prompt: true,
  });
  if (background === 'colour') setBackgroundColour(app, texts, '#204060', null);
  else if (background === 'picture of a library') {
    chooseBackground(app, texts, await item('background', 'grey-sweep'));
  } else {
    const stops = [
      { at: 0, colour: '#000000' },
      { at: 1, colour: '#ff0000' },
    ];
    setGradient(app, texts, { kind: 'linear', angleDegrees: 90, stops }, null);
  }
  chooseStyle(app, texts, await item('style', 'catalogue'));
  setCreativity(app, texts, 0.7);
  setLight(app, texts, { exposure: 1.5 });
  setLight(app, texts, { shadow_intensity: 0.25 });
  setLight(app, texts, { file_lights: { isOn: true, strength: 2.5 } });
  setFloor(app, texts, { gloss: 0.9, offset: 0.5, colour: '#ff0000' });
  setQuality(app, texts, 'high');
  setRatio(app, 'Ratio', '4:5');
  if (isNamed) await renameProject(app, { key: app.state.project.key, serverId: null }, 'Showroom');
  await page.settled();
  expect(await addStep(app, makeStroke('light'))).toBe(true);
}

async function read({ page: { app }, isNamed, background }: Pick<Scene, 'page' | 'isNamed' | 'background'>) {
  const settings = currentSettings(app);
  const { render_settings: look } = settings;
  const { key } = app.state.project;
  const sketches = await app.db.sketches
    .where('projectKey')
    .equals(key ?? '')
    .toArray();
  const { camera } = look;
  const lit = camera === null ? undefined : findSketch(sketches, settings.model_hash, camera);
  const { material_selection: choice } = look;
  const { done, undone } = app.commands.steps();
  return {
    'Saved views': listViews(settings).map(({ name, pose }) => [name, pose.position[0]]),
    'Materials: picture of a library, colour, surface, scale': settings.model_materials.map((entry) => [
      ...[entry.name, entry.libraryMaterialName, entry.textureHash, entry.color],
      ...[entry.roughness, entry.metalness, entry.tileSize, entry.rotationRadians],
    ]),
    'Materials that an AI keeps as they are': settings.model_materials.flatMap(({ isProtected, name }) =>
      isProtected ? [name] : [],
    ),
    'Selection for the render': choice && [choice.selected, choice.deselected],
    'Hidden parts': [...look.hidden_nodes],
    'Painted light': lit?.steps.map(({ id }) => id) ?? [],
    Camera: camera?.position,
    Colourway: look.variant,
    'Up axis, place and size': [look.up_axis, ...look.model_transform],
    'Name of the model': settings.model_name,
    [`Name of the project, ${isNamed ? 'given by the person' : 'taken from the model'}`]: settings.name,
    Prompts: [settings.positive_prompt, settings.negative_prompt, settings.use_negative_prompt],
    [`Background: ${background}`]: [
      settings.background_color,
      settings.background_id,
      settings.background_fidelity,
      look.background_gradient,
    ],
    Style: [settings.style_id, settings.style_strength],
    'Settings of the render': [
      ...[settings.creativity, look.exposure, look.shadow_intensity, look.quality],
      ...[look.floor.stand.kind, look.floor.offset, look.floor.gloss, look.floor.colour],
      ...[look.width, look.height, look.lighting, look.tone_mapping, look.batch_size],
    ],
    'Lights of the file': [look.file_lights.isOn, look.file_lights.strength],
    'What can be undone, and redone': [done, undone].map((steps) =>
      steps.map(({ command }) => command.label),
    ),
  };
}

/** What nobody has worked on, of the model that has come. */
const BLANK: Facts = {
  'Saved views': [],
  'Materials: picture of a library, colour, surface, scale': [],
  'Materials that an AI keeps as they are': [],
  'Selection for the render': null,
  'Hidden parts': [],
  'Painted light': [],
  Camera: HERO.position,
  Colourway: null,
  'Up axis, place and size': ['Y_UP', 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
};
const LAMPS: Facts = { 'Name of the model': 'lamp.glb', 'Name of the project, taken from the model': 'Lamp' };
const NONE: Facts = { 'What can be undone, and redone': [[], []] };

/** What happens to a scene after a step: judged by column, with what was before it. */
type Passage = (scene: Scene, step: Step) => Promise<readonly (readonly [column: string, Facts, Facts])[]>;

async function take(scene: Scene, step: Step): Promise<Facts> {
  await STEPS[step](scene.page);
  return read(scene);
}
/** As another page shows the project of a scene. */
async function readOn(page: RealPage, scene: Scene): Promise<Facts> {
  await page.settled();
  const facts = await read({ ...scene, page });
  expect(page.app.state.stage.camera?.position).toEqual(facts.Camera);
  return facts;
}

const PASSAGES: Readonly<Record<string, Passage>> = {
  Reload: async (scene, step) => {
    const left = await take(scene, step);
    await scene.page.close();
    const page = await openPage(scene.browser);
    const facts = await readOn(page, scene);
    await page.close();
    return [['Reload', facts, left]];
  },
  'Another device': async (scene, step) => {
    const { page, person } = scene;
    await page.save();
    const second = await openPage(openBrowser(server.url, person));
    const left = await take(scene, step);
    await page.save();
    await second.sync();
    const third = await openPage(openBrowser(server.url, person));
    await third.sync();
    const facts = [await readOn(second, scene), await readOn(third, scene)] as const;
    await Promise.all([second.close(), third.close()]);
    return [
      ['Another device, open all the time', facts[0], left],
      ['Another device, opened later', facts[1], left],
    ];
  },
  'Signed out and in': async (scene, step) => {
    const left = await take(scene, step);
    await (await signOut(scene.page.app)).told;
    await enter(scene.page, scene.person);
    return [['Signed out and in', await readOn(scene.page, scene), left]];
  },
  'Another person on this page': async (scene, step) => {
    const left = await take(scene, step);
    const { page, person } = scene;
    await (await signOut(page.app)).told;
    const other = await server.signUp();
    await enter(page, other);
    const theirs = await readOn(page, scene);
    const elsewhere = await openPage(openBrowser(server.url, other));
    const own = await readOn(elsewhere, scene);
    await elsewhere.close();
    await (await signOut(page.app)).told;
    await enter(page, person);
    return [
      ['Another person on this page', theirs, own],
      ['The first one again', await readOn(page, scene), left],
    ];
  },
  'Without a network, and back': async (scene, step) => {
    const { page, browser, person } = scene;
    await page.save();
    browser.setNetwork(false);
    await until(() => page.app.reachability.connection() !== 'online');
    const left = await take(scene, step);
    browser.setNetwork(true);
    await page.app.reachability.probe();
    const facts = await readOn(page, scene);
    await page.save();
    return [
      ['Without a network, and back', facts, left],
      ['Another device, opened later', await readElsewhere(scene, person), left],
    ];
  },
  'The other tab': async (scene, step) => {
    const { page, browser } = scene;
    await page.app.workingCopy.current?.flush();
    const tab = await openPage(browser);
    const left = await take(scene, step);
    await page.app.workingCopy.current?.flush();
    const { settings } = tab.app.state.project;
    await until(() => settings.model_hash === page.app.state.project.settings.model_hash);
    const facts = await readOn(tab, scene);
    await tab.close();
    return [['The other tab', facts, left]];
  },
};

async function enter(page: RealPage, { email, password, session }: Person): Promise<void> {
  await signIn(page.app, { kind: 'login', email, password });
  await until(() => page.app.state.account.userId === session.user.id);
  await until(() => page.app.state.project.status === 'ready');
  await page.settled();
}
async function readElsewhere(scene: Scene, person: Person): Promise<Facts> {
  const page = await openPage(openBrowser(server.url, person));
  await page.sync();
  const facts = await readOn(page, scene);
  await page.close();
  return facts;
}

/** Of a passage, and of the step before it. */
function judgeAll(scene: Scene, step: Step, found: Awaited<ReturnType<Passage>>): string[] {
  const left = found.at(-1)?.[2] ?? {};
  const all = step === 'none' ? found : [...found, [step, left, scene.work] as const];
  return all.flatMap(([column, facts, before]) => {
    const wanted = {
      ...{ stays: before, 'comes back': before, theirs: before },
      ...{ blank: BLANK, follows: LAMPS, none: NONE },
    };
    return judge(column, facts, wanted);
  });
}

test.each(Object.keys(PASSAGES))(
  '%s: all that a project holds is then as the table says, whatever was done with models',
  async (name) => {
    const wrong = await Promise.all(
      ALL_STEPS.map(async (step) => {
        const scene = await begin();
        const found = judgeAll(scene, step, await PASSAGES[name]!(scene, step));
        await scene.page.close();
        return found.map((line) => `[${step}] ${line}`);
      }),
    );
    expect(wrong.flat()).toEqual([]);
  },
);

test('a model that is dropped into the sample names it and empties its prompt, in whatever language; undo brings both back, and a person’s own words stay', async () => {
  const person = await server.signUp();
  const page = await openPage(openBrowser(server.url, person));
  const { app } = page;
  const words = () => {
    const { name, positive_prompt } = currentSettings(app);
    return [name, positive_prompt];
  };
  expect(words()).toEqual(['Sample', 'A square']);
  await page.drop('chair.glb', CHAIR);
  expect(words()).toEqual(['Chair', '']);
  app.commands.undo();
  await page.settled();
  expect(words()).toEqual(['Sample', 'A square']);
  editSettings(app, 'Spanish', { name: 'Muestra', positive_prompt: 'Un cuadrado' });
  await page.drop('lamp.glb', LAMP);
  expect(words()).toEqual(['Lamp', '']);
  app.commands.undo();
  editSettings(app, 'Own', { name: 'Mine', positive_prompt: 'A square on the beach' });
  await page.drop('chair.glb', CHAIR);
  expect(words()).toEqual(['Mine', 'A square on the beach']);
  await page.close();
});

test('between the upload of a model and its save the server shows neither the old materials on it nor loses them', async () => {
  const scene = await begin();
  await scene.page.save();
  const before = await server.get<ProjectBody>(scene.person, '/api/project/active/');
  expect(before.model_materials.length).toBeGreaterThan(0);
  const form = new FormData();
  form.set('model', new Blob([LAMP]), 'lamp.glb');
  const path = `${server.url}/api/project/${before.id}/`;
  const answer = await fetch(path, { method: 'PATCH', headers: scene.person.headers, body: form });
  const shown = (await answer.json()) as ProjectBody;
  expect(shown).toMatchObject({
    ...{ model_name: 'lamp.glb', model_materials: [], model_normalisation: null },
    render_settings: { variant: null, hidden_nodes: [], material_selection: null, up_axis: 'Y_UP' },
  });
  const other = await readElsewhere(scene, scene.person);
  expect(other).toMatchObject({ 'Saved views': [], 'Painted light': [], Colourway: null });
  // The model that went is there as it was left.
  const page = await openPage(openBrowser(server.url, scene.person));
  await page.drop('chair.glb', CHAIR);
  const back = await read({ ...scene, page });
  const [row] = TABLE.filter(({ cells }) => cells.get('A → B → A') === 'comes back').map(({ row }) => row);
  expect(back[row as keyof typeof back]).toEqual(scene.work[row!]);
  expect(back.Colourway).toEqual(scene.work.Colourway);
  await page.close();
  await scene.page.close();
});

test('a server that is killed and started again under it costs nothing either', async () => {
  const all = await Promise.all(
    ALL_STEPS.map(async (step) => {
      const scene = await begin();
      await scene.page.save();
      return { scene, step };
    }),
  );
  const port = Number(new URL(server.url).port);
  server.app.server.closeAllConnections();
  await closeServer(server.app, 0);
  const left = await Promise.all(all.map(({ scene, step }) => take(scene, step)));
  const again: Server = await createServer(server.deps);
  await again.listen({ host: '127.0.0.1', port });
  expect((again.server.address() as AddressInfo).port).toBe(port);
  const wrong = await Promise.all(
    all.map(async ({ scene, step }, index) => {
      await scene.page.app.reachability.probe();
      const here = await readOn(scene.page, scene);
      await scene.page.save();
      const there = await readElsewhere(scene, scene.person);
      await scene.page.close();
      return judgeAll(scene, step, [
        ['Server killed, and back', here, left[index]!],
        ['Another device, opened later', there, left[index]!],
      ]).map((line) => `[${step}] ${line}`);
    }),
  );
  await closeServer(again, 0);
  expect(wrong.flat()).toEqual([]);
});

test('every cell of the table was driven', () => {
  const cells = TABLE.flatMap(({ row, cells: words }) =>
    [...words].flatMap(([column, word]) => (word === '–' ? [] : [`${row} × ${column}`])),
  );
  expect(cells.filter((cell) => !judged.has(cell))).toEqual([]);
});
