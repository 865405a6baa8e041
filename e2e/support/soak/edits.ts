import { makeBoxes } from '../../../tests/support/box-model.ts';
import type { SeededRandom } from '../../../tests/support/fault-rig/seeded-random.ts';
import { dropFile, hashOf } from '../stage.ts';
import type { Claims } from './claims.ts';
import type { Device, Tab } from './device.ts';

/** Room for what the other device saves meanwhile: a project has at most 20. */
const VIEWS_OF_A_DEVICE = 6;

/** The models of a session, one of which is shown; each has its material of the same name. The first is there from the start. */
export const MODELS = (
  [
    [0.2, 0.3, 0.8],
    [0.8, 0.3, 0.2],
  ] as const
).map(([red, green, blue]) => {
  const bytes = makeBoxes([
    { name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [red, green, blue, 1] },
  ]);
  return { bytes, hash: hashOf(bytes) };
});

/** One thing that a person does, and what the page then says of it: that it is safe. */
interface Edit {
  readonly name: string;
  readonly weight: number;
  /** Which of the two devices do it: parts that both set at once are merged, and that is tried elsewhere. */
  readonly devices: readonly string[];
  run(tab: Tab, mark: number, claims: Claims): Promise<void>;
}

const EDITS: readonly Edit[] = [
  {
    name: 'prompt',
    weight: 5,
    devices: ['A'],
    run: (tab, mark, claims) => typePrompt(tab, `prompt-${mark}`, claims),
  },
  {
    name: 'name',
    weight: 4,
    devices: ['B'],
    run: (tab, mark, claims) => rename(tab, `name-${mark}`, claims),
  },
  {
    name: 'metalness',
    weight: 3,
    devices: ['B'],
    run: (tab, mark, claims) => polish(tab, (10 + (mark % 80)) / 100, claims),
  },
  {
    name: 'view',
    weight: 3,
    devices: ['A', 'B'],
    async run(tab, _mark, claims) {
      const { settings } = await tab.kept();
      const there = settings.camera_views.filter(({ uuid }) => claims.viewsOf(tab.device).includes(uuid));
      // Those of another model are kept, and not shown.
      const oldest = there.find(({ model_hash }) => model_hash === settings.model_hash);
      if (there.length < VIEWS_OF_A_DEVICE) await saveView(tab, claims);
      else if (oldest !== undefined) await deleteView(tab, oldest.uuid, claims);
    },
  },
  { name: 'model', weight: 1, devices: ['A'], run: (tab, _mark, claims) => changeModel(tab, claims) },
  { name: 'light', weight: 3, devices: ['A'], run: (tab, _mark, claims) => paintLight(tab, claims) },
  {
    name: 'order',
    weight: 2,
    devices: ['A'],
    async run(tab, mark, claims) {
      await typePrompt(tab, `order-${mark}`, claims);
      await order(tab, `order-${mark}`, claims);
    },
  },
];

export async function typePrompt(tab: Tab, value: string, claims: Claims): Promise<void> {
  const claim = claims.begin({ kind: 'prompt', value });
  await tab.page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(value);
  await tab.until(({ settings }) => settings.positive_prompt === value);
  claims.keep(claim);
}

export async function rename(tab: Tab, value: string, claims: Claims): Promise<void> {
  const claim = claims.begin({ kind: 'name', value });
  const field = tab.page.getByRole('textbox', { name: 'Project name' });
  await field.fill(value);
  await field.press('Enter');
  await tab.until(({ settings }) => settings.name === value);
  claims.keep(claim);
}

/** The box's only material. @param metalness In hundredths. */
async function polish(tab: Tab, metalness: number, claims: Claims): Promise<void> {
  const model = (await tab.kept()).settings.model_hash ?? '';
  const claim = claims.begin({ kind: 'metalness', value: String(metalness), model });
  const slider = tab.page.getByRole('slider', { name: 'Metalness', exact: true });
  if (!(await slider.isVisible())) {
    await tab.page.getByRole('button', { name: 'Settings of Box', exact: true }).click();
  }
  await slider.fill(String(metalness));
  // The other device's model may come meanwhile, which has materials of its own: the value is then this model's, or nobody's.
  const isOther = (hash: string | null) => hash !== model;
  await tab.until(
    ({ settings }) => isOther(settings.model_hash) || settings.model_materials[0]?.metalness === metalness,
  );
  if (!isOther((await tab.kept()).settings.model_hash)) claims.keep(claim);
}

/** Drops the other model. */
async function changeModel(tab: Tab, claims: Claims): Promise<void> {
  const { model_hash: shown } = (await tab.kept()).settings;
  const other = MODELS.find(({ hash }) => hash !== shown);
  if (other === undefined) throw new Error('There is no other model.');
  const claim = claims.begin({ kind: 'model', value: other.hash });
  await dropFile(tab.page, `box-${other.hash.slice(0, 4)}.glb`, other.bytes);
  await tab.until(({ settings }) => settings.model_hash === other.hash);
  claims.keep(claim);
}

/** One stroke of light. */
async function paintLight(tab: Tab, claims: Claims): Promise<void> {
  const { page } = tab;
  const before = new Set((await tab.kept()).strokes);
  const panel = page.getByRole('region', { name: 'Light-map' });
  if (!(await panel.isVisible())) {
    await page.locator(':focus').evaluateAll((all) => {
      for (const each of all) (each as HTMLElement).blur();
    });
    await page.keyboard.press('p');
    await panel.waitFor();
  }
  const box = await page.getByRole('application', { name: '3D stage' }).boundingBox();
  if (box === null) throw new Error('There is no stage.');
  const claim = claims.begin({ kind: 'stroke', value: '' });
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.25, { steps: 3 });
  await page.mouse.up();
  await tab.until(({ strokes }) => {
    claim.value = strokes.find((id) => !before.has(id)) ?? '';
    return claim.value !== '';
  });
  claims.keep(claim);
  await page.keyboard.press('p');
  await panel.waitFor({ state: 'detached' });
}

/** @param prompt As it is typed already: by it the order is known again. */
export async function order(tab: Tab, prompt: string, claims: Claims): Promise<void> {
  const claim = claims.begin({ kind: 'order', value: prompt });
  await tab.page.getByRole('button', { name: 'Render', exact: true }).click();
  await tab.until(async ({ orders }) => orders.includes(prompt) || (await claims.hasReached(prompt)));
  claims.keep(claim);
}

export async function saveView(tab: Tab, claims: Claims): Promise<void> {
  const before = new Set((await tab.kept()).settings.camera_views.map(({ uuid }) => uuid));
  const claim = claims.begin({ kind: 'view', value: '', device: tab.device });
  await tab.page.getByRole('button', { name: 'Save view', exact: true }).click();
  // What the other device saved may come in meanwhile.
  const isNew = (uuid: string) => !before.has(uuid) && !claims.hasView(uuid);
  await tab.until(({ settings }) => {
    claim.value = settings.camera_views.find(({ uuid }) => isNew(uuid))?.uuid ?? '';
    return claim.value !== '';
  });
  claims.keep(claim);
}

export async function deleteView(tab: Tab, uuid: string, claims: Claims): Promise<void> {
  const claim = claims.begin({ kind: 'view-gone', value: uuid, device: tab.device });
  // Two that were saved at once on two devices have one name.
  const views = tab.page.getByRole('grid', { name: 'Saved views' });
  await views.locator(`[data-key="${uuid}"]`).press('Delete');
  await tab.until(({ settings }) => !settings.camera_views.some((each) => each.uuid === uuid));
  claims.keep(claim);
}

/** Does one of them on one of the devices. @param mark Unique. @throws What the page did not do. */
export async function editAtRandom(
  random: SeededRandom,
  devices: readonly Device[],
  mark: number,
  claims: Claims,
): Promise<void> {
  const device = devices[random.below(devices.length)];
  if (device === undefined) throw new Error('There is no device.');
  const own = EDITS.filter((each) => each.devices.includes(device.name));
  const edit = random.pick(own.map((each) => [each, each.weight] as const));
  await edit.run(await device.tab(), mark, claims).catch((error: unknown) => {
    throw new Error(
      `${edit.name} on ${device.name}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  });
}
