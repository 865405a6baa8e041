import { describe, expect, test } from 'vitest';
import type { RenderSpec } from '../../../../../../src/contract/render-spec.ts';
import {
  type Candidate,
  chooseServer,
  listLacking,
  splitBatch,
} from '../../../../../../src/server/renders/engines/comfyui/fleet/choose-server.ts';
import type { ServerProfile } from '../../../../../../src/server/renders/engines/comfyui/graph/parts.ts';
import { makeMask, makeRecipe } from '../../../../../support/ai-recipe.ts';

const full: ServerProfile = {
  version: '0.3.64',
  level: 'full',
  missing: [],
  devices: [{ name: 'GPU', memoryTotal: 24e9, memoryFree: 20e9 }],
  classes: new Set(),
  checkpoints: ['xl'],
  checkpoint: 'xl',
  control: { kind: 'union', file: 'union' },
  imageAdapter: { file: 'adapter', clipVision: 'vision', weightTypes: [] },
  revision: null,
  upscaleModel: '4x',
};
const guided: ServerProfile = {
  ...full,
  level: 'no-materials-or-style',
  imageAdapter: null,
  upscaleModel: null,
};
const core: ServerProfile = { ...guided, level: 'core-only', control: null };
const candidate = (id: string, changes: Partial<Candidate> = {}): Candidate => ({
  id,
  profile: full,
  jobs: 0,
  fits: true,
  hasRoom: true,
  lastCheckpoint: null,
  uploads: 0,
  ...changes,
});
const plain = makeRecipe({ style: null });
const rich = makeRecipe({ masks: [makeMask('Oak')], outputPx: 2048 });
const choose = (candidates: Candidate[], recipe: RenderSpec = plain, avoid: string[] = []) =>
  chooseServer(candidates, recipe, new Set(avoid))?.id ?? null;

describe('the server for an order', () => {
  test('fewest jobs, then its checkpoint loaded, then most of its pictures', () => {
    const loaded = { lastCheckpoint: 'xl' };
    expect(choose([candidate('a', { jobs: 1, ...loaded, uploads: 9 }), candidate('b')])).toBe('b');
    expect(choose([candidate('a', { uploads: 9 }), candidate('b', loaded)])).toBe('b');
    expect(choose([candidate('a', { uploads: 1 }), candidate('b', { uploads: 2 })])).toBe('b');
  });

  test('one that can follow the order whole, also when others have fewer jobs', () => {
    const able = candidate('able', { jobs: 3 });
    expect(choose([candidate('less', { profile: guided }), able], rich)).toBe('able');
    expect(choose([candidate('less', { profile: guided }), able], plain)).toBe('less');
  });

  test('an order waits for the server that can follow it, rather than be drawn by another', () => {
    const full = candidate('full', { hasRoom: false });
    expect(choose([full, candidate('less', { profile: guided })], rich)).toBe(null);
  });

  test('where none can, the highest level', () => {
    const lower = [candidate('core', { profile: core }), candidate('guided', { profile: guided, jobs: 5 })];
    expect(choose(lower, rich)).toBe('guided');
  });

  test('one that failed it only when there is no other', () => {
    expect(choose([candidate('a'), candidate('b', { jobs: 2 })], plain, ['a'])).toBe('b');
    expect(choose([candidate('a')], plain, ['a'])).toBe('a');
    expect(choose([candidate('a'), candidate('b', { hasRoom: false })], plain, ['a'])).toBe(null);
  });

  test('one that has the classes of its own graph; none where no server draws', () => {
    const own = makeRecipe({ workflow: 'Poster' });
    expect(choose([candidate('a', { fits: false }), candidate('b', { jobs: 4 })], own)).toBe('b');
    expect(choose([candidate('a', { profile: { ...core, level: null } })])).toBe(null);
    expect(choose([])).toBe(null);
  });
});

test('what a server lacks is named only where the order asks for it', () => {
  expect(listLacking(rich, full)).toEqual([]);
  expect(listLacking(rich, core)).toEqual(['structure', 'style', 'materials', 'upscale']);
  expect(listLacking(rich, { ...guided, revision: 'clip_vision_g' })).toEqual(['materials', 'upscale']);
  expect(listLacking(plain, guided)).toEqual([]);
  expect(listLacking(makeRecipe({ workflow: 'Poster', outputPx: 4096 }), core)).toEqual([]);
});

describe('a batch', () => {
  const all = [0, 1, 2, 3];
  const singles = (images: number[]) => images.map((first) => ({ first, count: 1 }));
  test('is one job, unless servers are idle, memory is small or some images are there', () => {
    expect(splitBatch(true, all, 4, full, 0)).toEqual([{ first: 0, count: 4 }]);
    expect(splitBatch(true, all, 4, full, 1)).toEqual(singles(all));
    const small = { ...full, devices: [{ name: 'GPU', memoryTotal: 6e9, memoryFree: 5e9 }] };
    expect(splitBatch(true, all, 4, small, 0)).toEqual(singles(all));
    expect(splitBatch(true, [1, 3], 4, full, 0)).toEqual(singles([1, 3]));
    expect(splitBatch(false, all, 4, full, -2)).toEqual(singles(all));
  });
});
