import { expect, test } from 'vitest';
import { type EnginePlan, likelyFamily, planEngine } from '../../../src/app/model/plan-engine.ts';
import type { EngineName } from '../../../src/contract/engine-name.ts';
import type { AiOffer } from '../../../src/contract/http/engines.ts';

const OFFER: AiOffer = { level: 'full', can_upscale: true, workflows: ['flat lay'] };
type Wanted = Parameters<typeof planEngine>[0];
const WANTED: Wanted = {
  engine: 'auto',
  output_px: null,
  workflow: null,
  keep_product: 'studio',
  width: 1024,
  height: 768,
};
const system = (ai: AiOffer | null): { ai: AiOffer | null; engines: EngineName[] } => ({
  ai,
  engines: ['studio', 'comfyui'],
});
const plan = (wanted: Partial<Wanted>, ai: AiOffer | null): EnginePlan =>
  planEngine({ ...WANTED, ...wanted }, system(ai));

test('automatic is an AI engine while a server of it is there, else Studio', () => {
  expect(plan({}, OFFER)).toMatchObject({ engine: 'comfyui', isMissing: false });
  expect(plan({}, null)).toMatchObject({ engine: 'studio', isMissing: false });
});

test('who chose Studio gets it, who chose AI is told when it is not there', () => {
  expect(plan({ engine: 'studio' }, OFFER)).toMatchObject({ engine: 'studio', isMissing: false });
  expect(plan({ engine: 'comfyui' }, OFFER)).toMatchObject({ engine: 'comfyui', isMissing: false });
  expect(plan({ engine: 'comfyui' }, null)).toMatchObject({ engine: 'comfyui', isMissing: true });
});

test('before anything is known the server chooses, and nothing is said to be missing', () => {
  expect(planEngine(WANTED, null)).toEqual({
    engine: null,
    outputPx: null,
    workflow: null,
    keepsProduct: null,
    isMissing: false,
  });
  expect(planEngine({ ...WANTED, engine: 'comfyui' }, null)).toMatchObject({
    engine: 'comfyui',
    isMissing: false,
  });
});

test('enlarging and own graphs go along only where a server of the engine has them', () => {
  const wanted = { output_px: 4096, workflow: 'flat lay' } as const;
  expect(plan(wanted, OFFER)).toMatchObject({ outputPx: 4096, workflow: 'flat lay' });
  expect(plan(wanted, { ...OFFER, can_upscale: false, workflows: [] })).toMatchObject({
    engine: 'comfyui',
    outputPx: null,
    workflow: null,
  });
  expect(plan({ ...wanted, engine: 'studio' }, OFFER)).toMatchObject({ outputPx: null, workflow: null });
  expect(plan(wanted, null)).toMatchObject({ engine: 'studio', outputPx: null, workflow: null });
});

test('the kind of model that is likeliest to draw is the first of those that are there', () => {
  const klein = { name: 'klein-4b', told: 'instruction' as const, negative: [] };
  const offer = { ...OFFER, families: [klein, { ...klein, name: 'sdxl' }] };
  const system = { ai: offer };
  expect(likelyFamily(plan({}, offer), system)).toEqual(klein);
  expect(likelyFamily(plan({ engine: 'studio' }, offer), system)).toBeNull();
  expect(likelyFamily(plan({ workflow: 'flat lay' }, offer), system)).toBeNull();
  expect(likelyFamily(plan({ engine: 'comfyui' }, null), { ai: null })).toBeNull();
  expect(likelyFamily(plan({}, OFFER), { ai: OFFER })).toBeNull();
});

test('a picture that is as large already is not enlarged', () => {
  expect(plan({ output_px: 2048, width: 768, height: 2048 }, OFFER).outputPx).toBeNull();
  expect(plan({ output_px: 4096, width: 768, height: 2048 }, OFFER).outputPx).toBe(4096);
});

test('an AI engine leaves the product alone as wanted, but where a graph of one’s own paints it all', () => {
  expect(plan({}, OFFER).keepsProduct).toBe('studio');
  expect(plan({ keep_product: 'as-painted' }, OFFER).keepsProduct).toBe('as-painted');
  expect(plan({ keep_product: 'off' }, OFFER).keepsProduct).toBeNull();
  expect(plan({ workflow: 'flat lay' }, OFFER).keepsProduct).toBeNull();
  expect(plan({ workflow: 'gone' }, OFFER).keepsProduct).toBe('studio');
  expect(plan({ engine: 'studio' }, OFFER).keepsProduct).toBeNull();
  expect(plan({}, null).keepsProduct).toBeNull();
  // Ordered for whenever one is there.
  expect(plan({ engine: 'comfyui' }, null).keepsProduct).toBe('studio');
});
