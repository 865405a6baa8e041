import { describe, expect, test } from 'vitest';
import type { RenderSpec } from '../../../../../../src/contract/render-spec.ts';
import {
  type Candidate,
  chooseServer,
  listLacking,
  splitBatch,
} from '../../../../../../src/server/renders/engines/comfyui/fleet/choose-server.ts';
import type {
  FamilyName,
  FoundFamily,
  ServerProfile,
} from '../../../../../../src/server/renders/engines/comfyui/graph/parts.ts';
import { makeMask, makeRecipe } from '../../../../../support/ai-recipe.ts';

const sdxl: FoundFamily = { name: 'sdxl', level: 'full', model: 'xl', files: {}, missing: [], isUsed: true };
const klein: FoundFamily = { ...sdxl, name: 'klein-4b', model: 'klein' };
const qwen: FoundFamily = { ...sdxl, name: 'qwen-edit-2511', model: 'qwen' };
const zImage: FoundFamily = {
  ...sdxl,
  name: 'z-image-turbo',
  level: 'no-materials-or-style',
  model: 'z',
  files: { patch: 'Z-Image-Turbo-Fun-Controlnet-Union.safetensors' },
};
const full: ServerProfile = {
  version: '0.3.64',
  level: 'full',
  missing: [],
  families: [sdxl],
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
  families: [{ ...sdxl, level: 'no-materials-or-style' }],
  imageAdapter: null,
  upscaleModel: null,
};
const core: ServerProfile = {
  ...guided,
  level: 'core-only',
  families: [{ ...sdxl, level: 'core-only' }],
  control: null,
};
/** Nothing of SDXL. */
const edits = (...families: FoundFamily[]): ServerProfile => ({
  ...core,
  level: 'full',
  checkpoint: null,
  families,
});
const candidate = (id: string, changes: Partial<Candidate> = {}): Candidate => ({
  id,
  profile: full,
  jobs: 0,
  fits: true,
  hasRoom: true,
  lastModel: null,
  uploads: 0,
  ...changes,
});
const plain = makeRecipe({ style: null });
const rich = makeRecipe({ masks: [makeMask('Oak')], outputPx: 2048 });
const ask = (recipe: RenderSpec, avoid: string[] = [], family: FamilyName | null = null) => ({
  recipe,
  avoid: new Set(avoid),
  family,
});
const choose = (candidates: Candidate[], recipe: RenderSpec = plain, avoid: string[] = []) =>
  chooseServer(candidates, ask(recipe, avoid))?.candidate.id ?? null;
const chooseFamily = (
  candidates: Candidate[],
  recipe: RenderSpec = plain,
  family: FamilyName | null = null,
) => chooseServer(candidates, ask(recipe, [], family))?.family ?? null;

describe('the server for an order', () => {
  test('fewest jobs, then its checkpoint loaded, then most of its pictures', () => {
    const loaded = { lastModel: 'xl' };
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
    expect(choose(lower, makeRecipe({ masks: [makeMask('Oak')] }))).toBe('guided');
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

describe('the family on it', () => {
  const both = edits(klein, qwen);

  test('the first of the list, unless another is loaded', () => {
    expect(chooseFamily([candidate('a', { profile: both })])).toBe('klein-4b');
    expect(chooseFamily([candidate('a', { profile: both, lastModel: 'qwen' })])).toBe('qwen-edit-2511');
    expect(chooseFamily([candidate('a', { profile: both, lastModel: 'something else' })])).toBe('klein-4b');
  });

  test('an idle server before a loaded model, a loaded model before the list', () => {
    const busy = candidate('busy', { profile: edits(klein), jobs: 1, lastModel: 'klein' });
    expect(choose([busy, candidate('idle', { profile: edits(qwen) })])).toBe('idle');
    const loaded = candidate('loaded', { profile: edits(qwen), lastModel: 'qwen' });
    expect(choose([candidate('cold', { profile: edits(klein) }), loaded])).toBe('loaded');
  });

  test('one that follows what the order asks for, whatever is loaded', () => {
    const profile = edits(zImage, klein);
    expect(chooseFamily([candidate('a', { profile, lastModel: 'z' })], plain)).toBe('z-image-turbo');
    const rich = makeRecipe({ masks: [makeMask('Oak')] });
    expect(chooseFamily([candidate('a', { profile, lastModel: 'z' })], rich)).toBe('klein-4b');
  });

  test('one that fits the card, where another does not', () => {
    const devices = [{ name: 'GPU', memoryTotal: 12e9, memoryFree: 12e9 }];
    const profile = { ...both, devices };
    expect(chooseFamily([candidate('a', { profile, lastModel: 'qwen' })])).toBe('klein-4b');
    expect(chooseFamily([candidate('a', { profile: { ...edits(qwen), devices } })])).toBe('qwen-edit-2511');
  });

  test('one whose licence nobody has allowed is none', () => {
    const refused = { ...klein, name: 'klein-9b', isUsed: false } as const;
    expect(chooseFamily([candidate('a', { profile: edits(refused, qwen) })])).toBe('qwen-edit-2511');
    expect(chooseFamily([candidate('a', { profile: edits(refused) })])).toBe(null);
  });

  test('one that can paint around a product that is kept', () => {
    const kept = makeRecipe({ style: null, keepsProduct: 'studio' });
    const loaded = { lastModel: 'z' };
    expect(chooseFamily([candidate('a', { profile: edits(zImage, klein), ...loaded })], kept)).toBe(
      'klein-4b',
    );
    const patch = 'Z-Image-Turbo-Fun-Controlnet-Union-2.1-8steps.safetensors';
    const newer = { ...zImage, files: { patch } };
    expect(chooseFamily([candidate('a', { profile: edits(newer, klein), ...loaded })], kept)).toBe(
      'z-image-turbo',
    );
  });

  test('what draws the first picture of an order draws the others, as long as it is there', () => {
    const other = candidate('other', { profile: edits(qwen), hasRoom: false });
    expect(chooseFamily([candidate('a', { profile: edits(klein) }), other], plain, 'qwen-edit-2511')).toBe(
      null,
    );
    expect(chooseFamily([candidate('a', { profile: edits(klein) })], plain, 'qwen-edit-2511')).toBe(
      'klein-4b',
    );
  });

  test('none where nobody enlarges what is paid as enlarged', () => {
    const large = makeRecipe({ outputPx: 2048 });
    expect(chooseFamily([candidate('a', { profile: edits(klein) })], large)).toBe(null);
    const enlarging = { ...edits(klein), upscaleModel: '4x' };
    expect(chooseFamily([candidate('a', { profile: enlarging })], large)).toBe('klein-4b');
  });

  test('none for an own graph', () => {
    const own = makeRecipe({ workflow: 'Poster' });
    expect(chooseServer([candidate('a', { profile: both })], ask(own))).toMatchObject({ family: null });
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
    expect(splitBatch(true, all, 4, full, 'sdxl', 0)).toEqual([{ first: 0, count: 4 }]);
    expect(splitBatch(true, all, 4, full, 'sdxl', 1)).toEqual(singles(all));
    const small = { ...full, devices: [{ name: 'GPU', memoryTotal: 6e9, memoryFree: 5e9 }] };
    expect(splitBatch(true, all, 4, small, null, 0)).toEqual(singles(all));
    expect(splitBatch(true, [1, 3], 4, full, 'sdxl', 0)).toEqual(singles([1, 3]));
    expect(splitBatch(false, all, 4, full, null, -2)).toEqual(singles(all));
    // 24 GB hold a batch of a model of 8, not one of 20.
    expect(splitBatch(true, all, 4, full, 'klein-4b', 0)).toEqual([{ first: 0, count: 4 }]);
    expect(splitBatch(true, all, 4, full, 'qwen-edit-2511', 0)).toEqual(singles(all));
  });
});
