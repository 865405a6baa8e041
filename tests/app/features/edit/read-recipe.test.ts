import { expect, test } from 'vitest';
import type { FoundFiles } from '../../../../src/app/features/edit/find-files.ts';
import { readRecipe, splitStanding } from '../../../../src/app/features/edit/read-recipe.ts';
import { freshSettings } from '../../../../src/app/state/projects.ts';
import { LibraryItemId } from '../../../../src/contract/ids.ts';
import { RenderSpec } from '../../../../src/contract/render-spec.ts';
import { FLOOR_BEFORE } from '../../../../src/contract/scene/floor-defaults.ts';
import { turnToAxis, UP_AXES } from '../../../../src/contract/scene/up-axis.ts';
import { openRigPreset } from '../../../../src/tracer/light/rig-presets.ts';
import { multiply } from '../../../../src/tracer/matrix.ts';
import { hashOf, makeRecipe } from '../../../support/ai-recipe.ts';
import { materialId } from '../../../support/candidates.ts';

const found: FoundFiles = new Map([
  [hashOf('background'), { url: '/b', items: [{ asset_type: 'background', id: LibraryItemId.parse(40) }] }],
  [
    hashOf('style'),
    {
      url: '/s',
      items: [
        { asset_type: 'background', id: LibraryItemId.parse(8) },
        { asset_type: 'style', id: LibraryItemId.parse(9) },
      ],
    },
  ],
]);
const now = { ...freshSettings('Mine'), background_color: '#336699' };
const world = { now, model: null, found, here: new Set<never>(), makeId: () => materialId(1) };
const read = (changes: Partial<RenderSpec> = {}, index = 0) => readRecipe(makeRecipe(changes), index, world);

test('of another model everything that suits any model is taken', () => {
  const { settings, missing } = read({ outputPx: 2048, workflow: 'house', quality: 'high', widthPx: 512 });
  expect(missing).toEqual([]);
  expect(settings).toMatchObject({
    positive_prompt: 'a chair in a loft',
    negative_prompt: 'blurry',
    use_negative_prompt: true,
    creativity: 0.5,
    background_id: 40,
    background_fidelity: 0.5,
    style_id: 9,
    style_strength: 0.5,
    render_settings: {
      width: 512,
      height: 1024,
      quality: 'high',
      output_px: 2048,
      workflow: 'house',
      lighting: 'studio',
      shadow_intensity: 1,
      floor: { stand: { kind: 'lowest' }, offset: 0, gloss: 0.25 },
      batch_size: 1,
    },
  });
  expect(settings).not.toHaveProperty('model_hash');
  expect(settings).not.toHaveProperty('model_materials');
});

test("a recipe gives back the whole rig that lit it, with its names and patterns; without one, the house's", () => {
  const preset = openRigPreset('bottle');
  const lights = preset.lights.map((light) => ({
    ...light,
    gobo: { pattern: 'leaves' as const, softness: 0.5 },
  }));
  const lightRig = { ...preset, name: 'Bar', lights };
  const { scene } = makeRecipe();
  const stored = RenderSpec.parse(JSON.parse(JSON.stringify(makeRecipe({ scene: { ...scene, lightRig } }))));
  expect(readRecipe(stored, 0, world).settings.render_settings?.light_rig).toEqual(lightRig);
  expect(read().settings.render_settings?.light_rig).toBeNull();
});

test('a recipe gives back its cyclorama, and one without leaves no trace of any', () => {
  const { scene } = makeRecipe();
  const floor = { ...FLOOR_BEFORE, cyclorama: { colour: '#e8e6e1', distance: 6, radius: 2.5 } };
  const stored = RenderSpec.parse(JSON.parse(JSON.stringify(makeRecipe({ scene: { ...scene, floor } }))));
  expect(readRecipe(stored, 0, world).settings.render_settings?.floor).toEqual(floor);
  expect(read().settings.render_settings?.floor).not.toHaveProperty('cyclorama');
});

test('the seed is that of the picture, also of a later one of a batch, and it is fixed', () => {
  expect(read().settings).toMatchObject({ fix_seed: true, seed: '7' });
  expect(read({ batchSize: 4 }, 3).settings).toMatchObject({ fix_seed: true, seed: '10' });
  const last = String(Number.MAX_SAFE_INTEGER);
  expect(read({ seed: last, batchSize: 4 }, 3).settings).toMatchObject({ seed: last });
});

const GRADIENT = {
  kind: 'radial' as const,
  angleDegrees: 90,
  stops: [
    { at: 0, colour: '#111111' },
    { at: 1, colour: '#eeeeee' },
  ],
};
const picture = { kind: 'image' as const, imageHash: hashOf('own'), libraryId: null, fidelity: 0.8 };

test.each<[string, RenderSpec['background'], object, object[]]>([
  [
    'a colour',
    { kind: 'colour', colour: '#abcdef' },
    { background_id: null, background_color: '#abcdef' },
    [],
  ],
  [
    'a gradient',
    { ...picture, name: 'Gradient', gradient: GRADIENT },
    { background_id: null, background_fidelity: 0.8, render_settings: { background_gradient: GRADIENT } },
    [],
  ],
  [
    'a gradient of two colours',
    { kind: 'gradient', from: '#000000', to: '#ffffff', fidelity: 1 },
    {
      render_settings: {
        background_gradient: {
          kind: 'linear',
          angleDegrees: 180,
          stops: [
            { at: 0, colour: '#000000' },
            { at: 1, colour: '#ffffff' },
          ],
        },
      },
    },
    [],
  ],
  [
    'a picture that no library of this person has',
    { ...picture, name: "Somebody's loft" },
    { background_id: null, background_color: '#1e1e1e', render_settings: { background_gradient: null } },
    [{ kind: 'background', name: "Somebody's loft" }],
  ],
])('background: %s', (_name, background, settings, missing) => {
  const answer = read({ background });
  expect(answer.settings).toMatchObject(settings);
  expect(answer.missing).toEqual(missing);
});

test('a style that is gone is named and taken off', () => {
  const style = { imageHash: hashOf('gone'), libraryId: LibraryItemId.parse(1), name: 'Film', strength: 0.9 };
  const { settings, missing } = read({ style });
  expect(settings).toMatchObject({ style_id: null, style_strength: 0.9 });
  expect(missing).toEqual([{ kind: 'style', name: 'Film' }]);
});

test.each(UP_AXES)('%s and the tool are found again in their product', (axis) => {
  const moved = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1];
  const product = multiply(turnToAxis(axis), moved);
  expect(splitStanding(product, 'Y_UP')).toEqual({ axis, transform: moved });
  // A model that was turned by hand as well: the project's own axis, and the product stays the same.
  const turned = multiply(product, [0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  const split = splitStanding(turned, 'Z_UP');
  expect(split.axis).toBe('Z_UP');
  expect([...multiply(turnToAxis('Z_UP'), split.transform)].map((cell) => cell + 0)).toEqual(
    [...turned].map((cell) => cell + 0),
  );
});

test('a recipe says whether the lights of the file shine, and how strongly; one that does not has them off', () => {
  const { scene } = makeRecipe();
  const fileLights = { isOn: true, strength: 2.5 };
  const stored = RenderSpec.parse(
    JSON.parse(JSON.stringify(makeRecipe({ scene: { ...scene, fileLights } }))),
  );
  expect(readRecipe(stored, 0, world).settings.render_settings?.file_lights).toEqual(fileLights);
  expect(read().settings.render_settings?.file_lights).toEqual({ isOn: false, strength: 1 });
  for (const strength of [-1, 4.1, Number.NaN, '1'])
    expect(RenderSpec.shape.scene.shape.fileLights.safeParse({ isOn: true, strength }).success).toBe(false);
});
