import { expect, test } from 'vitest';
import { adjustModel } from '../../../../src/app/features/stage/adjust-model.ts';
import { freshSettings } from '../../../../src/app/state/projects.ts';
import { createState } from '../../../../src/app/state/state.ts';
import type { ProjectSettings } from '../../../../src/contract/http/projects.ts';
import type { ViewerApi } from '../../../../src/contract/viewer-api.ts';

const scaled = (scale: number) => [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1];
const turned = (scale: number) => [scale, 0, 0, 0, 0, 0, -scale, 0, 0, scale, 0, 0, 0, 0, 0, 1];

function settingsWith(
  look: Partial<ProjectSettings['render_settings']>,
  normalisation: number[] | null = scaled(2),
): ProjectSettings {
  const settings = freshSettings('Chair');
  return {
    ...settings,
    model_normalisation: normalisation,
    render_settings: { ...settings.render_settings, ...look },
  };
}

/** What the viewer is told. */
async function tell(
  before: ProjectSettings,
  after: ProjectSettings,
  reported: readonly number[] | null = null,
): Promise<unknown[][]> {
  const calls: unknown[][] = [];
  const viewer = new Proxy({} as ViewerApi, {
    get:
      (_target, method) =>
      async (...args: unknown[]) =>
        void calls.push([method, ...args]),
  });
  const state = createState('en');
  state.transform.reported = reported;
  await adjustModel({ state }, viewer, before, after);
  return calls;
}

test('the viewer is told only what changed', async () => {
  const before = settingsWith({});
  expect(await tell(before, settingsWith({ exposure: 1 }))).toEqual([]);
  expect(await tell(before, settingsWith({ up_axis: 'Z_UP' }))).toEqual([['setUpAxis', 'Z_UP']]);
  expect(await tell(before, settingsWith({ hidden_nodes: [3] }))).toEqual([['setHiddenNodes', [3]]]);
  const moved = settingsWith({ model_transform: scaled(3), up_axis: 'X_DOWN' }, turned(2));
  expect(await tell(before, moved)).toEqual([
    ['setNormalisation', turned(2)],
    ['setUpAxis', 'X_DOWN'],
    ['setModelTransform', scaled(3), 0],
  ]);
});

test('what a person did on the stage is not told back to it', async () => {
  const moved = settingsWith({ model_transform: scaled(3) });
  expect(await tell(settingsWith({}), moved, scaled(3))).toEqual([]);
  expect(await tell(moved, settingsWith({}), scaled(3))).toEqual([
    ['setModelTransform', settingsWith({}).render_settings.model_transform, 0],
  ]);
});

test('a turn of a file in tiny units is told, rounding is not', async () => {
  const before = settingsWith({}, scaled(1e-6));
  expect(await tell(before, settingsWith({}, turned(1e-6)))).toEqual([['setNormalisation', turned(1e-6)]]);
  expect(await tell(before, settingsWith({}, scaled(1e-6 * (1 + 1e-9))))).toEqual([]);
  expect(await tell(before, settingsWith({}, null))).toEqual([]);
});
