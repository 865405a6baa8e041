import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

const box = (size: [number, number, number]) =>
  makeBoxes([{ name: 'Box', size, centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
const TALL = box([1, 2, 0.5]);
const FLAT = box([3, 0.5, 1]);
const KEY = 'arcball_view0';

let story: Story;
let page: Page;
let cdp: CDPSession;
beforeAll(async () => {
  // A turn of the wheel is told in the device's own pixels.
  story = await openStory({ isEmpty: true, deviceScaleFactor: 1 });
  page = story.page;
  cdp = await story.context.newCDPSession(page);
});
afterAll(() => story?.close());

interface Camera {
  readonly position: readonly number[];
  readonly target: readonly number[];
}
const stage = () => page.getByRole('application', { name: '3D stage' });
const record = () => page.evaluate((key) => localStorage.getItem(key), KEY);
const distance = ({ position, target }: Camera) =>
  Math.hypot(...position.map((value, axis) => value - (target[axis] ?? 0)));
const angle = ({ position, target }: Camera) =>
  Math.atan2((position[0] ?? 0) - (target[0] ?? 0), (position[2] ?? 0) - (target[2] ?? 0));
/** The last camera that the device keeps after a person did something. */
async function cameraAfter(act: () => Promise<void>): Promise<Camera> {
  const before = await record();
  await act();
  await page.waitForFunction(([key, old]) => localStorage.getItem(key) !== old, [KEY, before] as const);
  const kept = JSON.parse((await record()) ?? '{}') as Record<string, Record<string, number>>;
  const read = (vector = {} as Record<string, number>) => [vector.x ?? 0, vector.y ?? 0, vector.z ?? 0];
  return { position: read(kept.cameraPosition), target: read(kept.target) };
}
async function middle(): Promise<{ x: number; y: number }> {
  const area = await stage().boundingBox();
  if (area === null) throw new Error('no stage');
  return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
}
const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
  cdp.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: points.map(([x, y], id) => ({ x, y, id })),
  });

test('looking around by mouse, wheel, key and fingers, and it is all there after a reload', async () => {
  await dropFile(page, 'tall.glb', TALL);
  await waitForModel(page, hashOf(TALL));
  await stage().focus();
  const { x, y } = await middle();

  // From the front by its digit, with no panel open.
  const front = await cameraAfter(() => page.keyboard.press('1'));
  expect(angle(front)).toBeCloseTo(0, 2);

  const turned = await cameraAfter(async () => {
    await page.mouse.move(x - 60, y + 120);
    await page.mouse.down();
    await page.mouse.move(x - 160, y + 120, { steps: 4 });
    await page.mouse.up();
  });
  expect(angle(turned)).toBeCloseTo(1, 1);
  expect(distance(turned)).toBeCloseTo(distance(front), 3);

  const nearer = await cameraAfter(() => page.mouse.wheel(0, -100));
  expect(distance(nearer)).toBeCloseTo(distance(turned) / 1.2, 3);

  await stage().focus();
  const keyed = await cameraAfter(() => page.keyboard.press('ArrowLeft'));
  expect(angle(keyed) - angle(nearer)).toBeCloseTo(Math.PI / 36, 2);
  const panned = await cameraAfter(() => page.keyboard.press('Shift+ArrowUp'));
  expect((panned.target[1] ?? 0) - (keyed.target[1] ?? 0)).toBeCloseTo(-0.5, 1);

  // One finger turns; two come nearer about the point between them, and pan side by side.
  const swiped = await cameraAfter(async () => {
    await touch('touchStart', [x, y]);
    await touch('touchMove', [x - 30, y]);
    await touch('touchMove', [x - 60, y]);
    await touch('touchEnd');
  });
  expect(angle(swiped) - angle(panned)).toBeCloseTo(0.6, 1);
  const pinched = await cameraAfter(async () => {
    await touch('touchStart', [x + 60, y]);
    await touch('touchStart', [x + 60, y], [x + 100, y]);
    await touch('touchMove', [x + 50, y], [x + 110, y]);
    await touch('touchMove', [x + 40, y], [x + 120, y]);
    await touch('touchEnd');
  });
  expect(distance(pinched) / distance(swiped)).toBeCloseTo(0.5, 1);
  expect(
    Math.hypot(...pinched.target.map((value, axis) => value - (swiped.target[axis] ?? 0))),
  ).toBeGreaterThan(0.3);
  const pushed = await cameraAfter(async () => {
    await touch('touchStart', [x - 40, y]);
    await touch('touchStart', [x - 40, y], [x + 40, y]);
    await touch('touchMove', [x - 40, y + 30], [x + 40, y + 30]);
    await touch('touchMove', [x - 40, y + 60], [x + 40, y + 60]);
    await touch('touchEnd');
  });
  expect(distance(pushed)).toBeCloseTo(distance(pinched), 2);
  expect((pushed.target[1] ?? 0) - (pinched.target[1] ?? 0)).toBeGreaterThan(0.2);

  await page.reload();
  await waitForModel(page, hashOf(TALL));
  const again = await cameraAfter(async () => {
    await stage().press('+');
  });
  expect(distance(again)).toBeCloseTo(distance(pushed) / 1.1, 2);
  expect(angle(again)).toBeCloseTo(angle(pushed), 2);

  // A page that goes before 500 ms have passed keeps what was seen last.
  const last = await cameraAfter(async () => {
    const kept = await record();
    // Seen is what the viewer has told; how long that takes only the machine knows.
    for (const patienceMs of [50, 150, 250, 350, 450]) {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, -100);
      await page.waitForTimeout(patienceMs);
      await page.reload();
      await waitForModel(page, hashOf(TALL));
      if ((await record()) !== kept) break;
    }
  });
  expect(distance(last)).toBeCloseTo(distance(again) / 1.2, 2);
});

test('the view helper by button, digit and gizmo; a gesture leaves the view', async () => {
  await page.getByRole('button', { name: 'View helper' }).click();
  const panel = page.getByRole('region', { name: 'View helper' });
  const pressed = (name: string) => panel.getByRole('button', { name, exact: true, pressed: true });
  await panel.getByText('The model is tall: longest along Y.').waitFor();
  // React Aria drops `aria-description`; what describes a button is an element of its own.
  const describe = (name: string) =>
    panel
      .getByRole('button', { name, exact: true })
      .evaluate(
        (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
      );
  expect(await describe('Top')).toBe('From above (+Y): its narrow end');
  expect(await describe('Isometric')).toBe('From the front, the right and above: three sides at once');
  const top = await cameraAfter(() => panel.getByRole('button', { name: 'Top', exact: true }).click());
  await pressed('Top').waitFor();
  expect(top.position[1]).toBeGreaterThan(5);
  const left = await cameraAfter(() => page.keyboard.press('5'));
  await pressed('Left').waitFor();
  expect(left.position[0]).toBeLessThan(-5);

  // Seen from the left, Z runs to the right on the gizmo.
  const area = (await stage().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const gizmo = { x: area.x + area.width - 8 - 64, y: area.y + area.height - 8 - 64 };
  await page.mouse.move(gizmo.x + 36, gizmo.y);
  await page.getByText('Front. From the front (+Z): its full height').waitFor();
  const front = await cameraAfter(() => page.mouse.click(gizmo.x + 36, gizmo.y));
  await pressed('Front').waitFor();
  expect(angle(front)).toBeCloseTo(0, 2);

  await cameraAfter(() => page.mouse.wheel(0, 100));
  await pressed('Front').waitFor({ state: 'detached' });

  // This person asks for less motion: the turntable says why it stands.
  await expect.poll(() => panel.getByRole('switch', { name: 'Turntable' }).isDisabled()).toBe(true);
  await panel.getByText('Off: this device asks for less motion.').waitFor();
});

test('the turntable circles until a person takes the camera, and is no edit', async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const panel = page.getByRole('region', { name: 'View helper' });
  const turntable = panel.getByRole('switch', { name: 'Turntable' });
  const kept = await record();
  await panel.getByText('Turntable').click();
  await expect.poll(() => turntable.isChecked()).toBe(true);
  const first = await stage().screenshot();
  let now = await stage().screenshot();
  while (now.equals(first)) now = await stage().screenshot();
  expect(await record()).toBe(kept);
  const { x, y } = await middle();
  await cameraAfter(async () => {
    await page.mouse.move(x, y + 100);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 100, { steps: 3 });
    await page.mouse.up();
  });
  await expect.poll(() => turntable.isChecked()).toBe(false);
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('another model is seen whole, and the camera of the one before comes back with it', async () => {
  // The tool's panel lies over the middle of so small a stage.
  await page.keyboard.press('Escape');
  const far = await cameraAfter(async () => {
    await stage().hover();
    await page.mouse.wheel(0, 400);
  });
  await dropFile(page, 'flat.glb', FLAT);
  await waitForModel(page, hashOf(FLAT));
  await expect.poll(async () => JSON.parse((await record()) ?? '{}').modelHash).toBe(hashOf(FLAT));
  const fitted = await cameraAfter(() => page.keyboard.press('ArrowLeft'));
  expect(distance(fitted)).toBeLessThan(distance(far) * 0.8);
  await dropFile(page, 'tall.glb', TALL);
  await waitForModel(page, hashOf(TALL));
  const back = await cameraAfter(() => page.keyboard.press('ArrowLeft'));
  expect(distance(back)).toBeCloseTo(distance(far), 1);
  expect(story.errors).toEqual([]);
});

test('the console has no handles on a built product', async () => {
  expect(await page.evaluate(() => 'vitrine' in window)).toBe(false);
  const assets = join(import.meta.dirname, '../dist/app/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  expect(
    scripts.filter((name) => /[\w$)\]]\.vitrine\b/.test(readFileSync(join(assets, name), 'utf8'))),
  ).toEqual([]);
});
