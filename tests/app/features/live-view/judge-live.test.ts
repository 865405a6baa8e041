import { expect, test } from 'vitest';
import { judgeLive, type LiveFacts } from '../../../../src/app/features/live-view/judge-live.ts';
import type { ContentHash } from '../../../../src/contract/ids.ts';

const look = (auto_rotate: boolean) => ({ render_settings: { auto_rotate } });
const RESTING: LiveFacts = {
  project: { status: 'ready', settings: look(false) },
  stage: {
    modelHash: 'a'.repeat(64) as ContentHash,
    graphics: 'ready',
    toolbar: null,
    isPlaying: false,
    load: null,
    failed: null,
    staged: null,
  },
  progress: { here: null },
  shell: { place: 'create' },
  edit: { base: null, isStage: false, isChoosing: false },
};

test.each<[string, Partial<LiveFacts['stage']>, string | null]>([
  ['a model that stands there', {}, null],
  ['a tool that stands beside the stage', { toolbar: 'camera' }, null],
  ['no model', { modelHash: null }, 'model'],
  ['a model on its way', { load: {} }, 'model'],
  ['a model that failed', { failed: {} }, 'model'],
  ['a stage that takes pictures of a set', { staged: {} }, 'model'],
  ['a graphics context that is lost', { graphics: 'lost' }, 'model'],
  ['handles on the model', { toolbar: 'transform' }, 'tool'],
  ['a brush over the stage', { toolbar: 'light-map' }, 'tool'],
  ['an animation that plays', { isPlaying: true }, 'pose'],
])('with %s', (_title, changes, wanted) => {
  expect(judgeLive({ ...RESTING, stage: { ...RESTING.stage, ...changes } })).toBe(wanted);
});

test('while the stage lies under something else, it waits', () => {
  const base = { isStage: true, isChoosing: false, base: {} };
  expect(judgeLive({ ...RESTING, shell: { place: 'assets' } })).toBe('stage');
  expect(judgeLive({ ...RESTING, shell: { place: 'edit' } })).toBe('stage');
  expect(judgeLive({ ...RESTING, shell: { place: 'edit' }, edit: base })).toBeNull();
});

test('while the turntable turns, a picture is drawn here, or the project is not there, it waits', () => {
  expect(judgeLive({ ...RESTING, project: { status: 'ready', settings: look(true) } })).toBe('turntable');
  expect(judgeLive({ ...RESTING, progress: { here: {} } })).toBe('order');
  expect(judgeLive({ ...RESTING, project: { status: 'loading', settings: look(false) } })).toBe('model');
});
