import { describe, expect, test } from 'vitest';
import { STAGE_BACKGROUND } from '../../../../../../src/contract/constants.ts';
import type { BackgroundSpec } from '../../../../../../src/contract/render-spec.ts';
import { planChange } from '../../../../../../src/server/renders/engines/comfyui/graph/plan-change.ts';
import { makeRecipe } from '../../../../../support/ai-recipe.ts';
import {
  BOX,
  COLOUR,
  find,
  IN_BOX,
  maskOf,
  OUTSIDE,
  open,
  prepare,
} from '../../../../../support/prepared-orders.ts';

describe('the change map', () => {
  test('the product by creativity, the background by fidelity, the edge in between', async () => {
    const recipe = { background: { ...makeRecipe().background, fidelity: 0.9 } as BackgroundSpec };
    const order = await prepare(recipe);
    const change = await open(order, 'change');
    const plan = planChange(makeRecipe(recipe), true);
    expect(plan).toMatchObject({ object: 0.55, background: 0.1, denoise: 0.55 });
    expect(change.at(...IN_BOX)).toBe(255);
    expect(change.at(BOX.left, BOX.top)).toBe(255);
    expect(change.at(...OUTSIDE)).toBe(Math.round((255 * 0.1) / 0.55));
    const [near, far] = [change.at(BOX.left - 15, 500), change.at(BOX.left - 25, 500)];
    expect(near).toBeGreaterThan(100);
    expect(far).toBeLessThan(near);
    expect(change.at(BOX.left - 60, 500)).toBe(Math.round((255 * 0.1) / 0.55));
  });

  test('a background that the text decides changes wholly', async () => {
    const order = await prepare({ background: { kind: 'colour', colour: STAGE_BACKGROUND } });
    const change = await open(order, 'change');
    expect(change.at(...OUTSIDE)).toBe(255);
    expect(change.at(...IN_BOX)).toBe(Math.round(255 * 0.55));
    expect(find(order, 'background')).toBeUndefined();
  });

  test('a chosen colour does not change at all', async () => {
    const change = await open(await prepare({ background: COLOUR }), 'change');
    expect(change.at(...OUTSIDE)).toBe(0);
    expect(change.at(...IN_BOX)).toBe(255);
  });

  test('a material changes by three quarters, what is protected not at all', async () => {
    const order = await prepare({
      background: COLOUR,
      masks: [maskOf('left', { isLocked: true }), maskOf('box')],
    });
    const change = await open(order, 'change');
    expect(planChange(makeRecipe({ masks: [maskOf('box')], background: COLOUR }), true).denoise).toBe(0.75);
    expect(change.at(...IN_BOX)).toBe(255);
    expect(change.at(BOX.left + 10, 500)).toBe(0);
    expect(change.at(BOX.left, BOX.top)).toBe(0);
    // Its neighbour in the halo of the product changes as the product would.
    expect(change.at(700, BOX.top - 3)).toBeGreaterThan(100);
    expect(change.at(700, BOX.top - 3)).toBeLessThan((255 * 0.55) / 0.75);
    const paste = await open(order, 'paste');
    expect(paste.at(...IN_BOX)).toBe(255);
    expect(paste.at(700, BOX.top - 3)).toBeGreaterThan(200);
    expect(paste.at(...OUTSIDE)).toBe(0);
    expect(paste.at(BOX.left + 10, 500)).toBe(0);
  });

  test('without a control model the same shares of another whole', async () => {
    const order = await prepare({
      creativity: 1,
      background: { ...makeRecipe().background, fidelity: 0 } as BackgroundSpec,
    });
    expect((await open(order, 'change')).at(...IN_BOX)).toBe(Math.round(255 * 0.95));
    expect((await open(order, 'change-unguided')).at(...IN_BOX)).toBe(Math.round(255 * 0.5));
    const calm = await prepare({ creativity: 0.2 });
    expect(find(calm, 'change-unguided')).toBeUndefined();
  });
});
