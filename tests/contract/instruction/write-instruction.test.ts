import { describe, expect, test } from 'vitest';
import { gatherFacts, nameProduct } from '../../../src/contract/instruction/gather-facts.ts';
import { planInstruction } from '../../../src/contract/instruction/plan-instruction.ts';
import {
  type PictureNumbers,
  writeDescription,
  writeInstruction,
} from '../../../src/contract/instruction/write-instruction.ts';
import type { RenderSpec } from '../../../src/contract/render-spec.ts';
import { coveredBy, makeMask, makeRecipe } from '../../support/ai-recipe.ts';

const ALL: PictureNumbers = { material: (k) => k + 2, background: 4, style: 5, depth: 6 };
const NONE: PictureNumbers = { material: () => null, background: null, style: null, depth: null };
const plan = (changes: Partial<RenderSpec>) => planInstruction(gatherFacts(makeRecipe(changes)));
const write = (changes: Partial<RenderSpec>, numbers = ALL) =>
  writeInstruction(plan(changes), numbers, 'image');

test('an order that lets the product be painted: view, materials, place, style, words, depth, and nothing else', () => {
  const masks = [makeMask('Linen', { maskName: 'seat' })];
  expect(write({ masks, creativity: 0.5 })).toBe(
    'Photograph of the chair in image 1. Keep its shape, proportions, position, size and camera view exactly; same framing. ' +
      'Its surfaces look like real ones. Cover the seat with the material shown in image 2. ' +
      'Replace only the surroundings with the place in image 4; same camera height and horizon. ' +
      'Light and colours as in image 5; take nothing else from it. a chair in a loft. ' +
      'Image 6 is the depth map of image 1 (near is white); match it. Change nothing else.',
  );
});

test('what the model is given no picture of is not spoken of', () => {
  const said = write({ masks: [makeMask('Linen')] }, NONE);
  expect(said).not.toMatch(/image [2-9]/);
  expect(said).toContain('Keep the place that image 1 shows around it.');
});

test.each([
  [0, 'Keep its colours and surfaces exactly.'],
  [0.5, 'Its surfaces look like real ones.'],
  [1, 'Its surfaces may be refined.'],
])('creativity %d says %s', (creativity, sentence) => {
  expect(write({ creativity })).toContain(sentence);
});

describe('the person’s own words', () => {
  const words = (positivePrompt: string) => plan({ positivePrompt }).find(({ kind }) => kind === 'words');

  test('are one line, ended, before the end', () => {
    expect(words('in a loft,\r\n\tat\u2028dawn ')).toEqual({ kind: 'words', text: 'in a loft, at dawn' });
    expect(write({ positivePrompt: 'at dawn!' })).toContain('at dawn! Image 6');
  });

  test('are left out where there are none', () => {
    expect(words('  \n ')).toBeUndefined();
  });

  test('and names are bounded, and hold no line breaks', () => {
    const long = 'x'.repeat(100);
    const [clause] = plan({ masks: [makeMask(`${long}\n${long}`)] }).filter(
      ({ kind }) => kind === 'material',
    );
    expect(clause).toMatchObject({ part: 'x'.repeat(60) });
  });
});

test.each([
  ['dining_chair-02.glb', 'dining chair 02'],
  ['.glb', 'product'],
  ['', 'product'],
  ['Sofa', 'Sofa'],
])('a model called %s is a %s', (name, product) => {
  expect(nameProduct(name)).toBe(product);
});

describe('surroundings', () => {
  const from = (background: RenderSpec['background']) =>
    plan({ background }).find(({ kind }) => kind === 'surroundings');
  test('are open on the stage’s own grey, kept as a colour and at full fidelity, a place else', () => {
    expect(from({ kind: 'colour', colour: '#1E1E1E' })).toMatchObject({ from: 'open' });
    expect(from({ kind: 'colour', colour: '#ffffff' })).toMatchObject({ from: 'kept' });
    const image = makeRecipe().background as Extract<RenderSpec['background'], { kind: 'image' }>;
    expect(from({ ...image, fidelity: 1 })).toMatchObject({ from: 'kept', name: 'Loft' });
    expect(from({ ...image, fidelity: 0.5 })).toMatchObject({ from: 'place', name: 'Loft' });
  });

  test.each(['cyclorama', 'surroundings'] as const)(
    'are kept as the view shows them where %s cover the background',
    (what) => {
      const scene = coveredBy(what);
      for (const background of [makeRecipe().background, { kind: 'colour', colour: '#1e1e1e' } as const]) {
        const said = plan({ scene, background }).find(({ kind }) => kind === 'surroundings');
        expect(said).toMatchObject({ from: 'kept', name: '' });
      }
      expect(write({ scene, keepsProduct: 'studio' })).toContain('Keep the background of image 1');
    },
  );
});

describe('a product that is kept', () => {
  const kept = { keepsProduct: 'studio', masks: [makeMask('Oak')] } as const;

  test('is painted around, in the light that falls on it, once', () => {
    const said = write({ ...kept, creativity: 1, masks: [...kept.masks] });
    expect(said).toContain('Keep its colours and surfaces exactly.');
    expect(said).toContain('Paint only the surroundings of the chair');
    expect(said).toContain('Soft light from the left.');
    expect(said).toContain('No second chair; nothing in front of it.');
    expect(said).not.toContain('Cover');
  });

  test('on a background that is kept is given light and shadow, and nothing is replaced', () => {
    const said = write({ ...kept, masks: [], background: { kind: 'colour', colour: '#ffffff' } });
    expect(said).toContain(
      'Keep the background of image 1; paint only the light and the shadow that fall on it.',
    );
    expect(said).not.toMatch(/Replace|Paint only the surroundings/);
  });

  test.each([
    [{ azimuthDegrees: 70, elevationDegrees: 20, width: 0.5, height: 0.5 }, 'Hard light from the right.'],
    [{ azimuthDegrees: 0, elevationDegrees: 20, width: 3, height: 3 }, 'Soft light from the front.'],
    [
      { azimuthDegrees: 180, elevationDegrees: 16, width: 9, height: 6 },
      'Very soft, even light from behind.',
    ],
    [{ azimuthDegrees: 10, elevationDegrees: 82, width: 4, height: 4 }, 'Soft light from above.'],
  ])('a key light of %o is told as %s', (light, sentence) => {
    const weak = { id: 'b', intensity: 0.2, azimuthDegrees: -90 };
    const strong = { id: 'a', intensity: 0.9, ...light };
    expect(
      write({ ...kept, masks: [], scene: { ...makeRecipe().scene, lightRig: rigOf([weak, strong]) } }),
    ).toContain(sentence);
  });

  test('no light is told of a rig in which none shines', () => {
    const scene = { ...makeRecipe().scene, lightRig: rigOf([]) };
    expect(write({ ...kept, masks: [], scene })).not.toMatch(/light from/);
  });
});

test('a material’s real scale is told where the model is in metres', () => {
  const mask = makeMask('Linen', { maskName: 'seat' });
  const worn = {
    kind: 'library' as const,
    materialIndex: 0,
    textureHash: mask.materialImageHash!,
    libraryId: null,
    name: 'Linen',
    colour: '#ffffff',
    metalness: 0,
    roughness: 1,
    tileSize: 2,
    rotationRadians: 0,
    bumpHeight: 0,
  };
  // A metre of the file is ten units of the stage: a tile of two units is 20 cm wide.
  const scaled = (scale: number) => {
    const normalisation = [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1];
    return { ...makeRecipe().scene, normalisation, dressings: [worn] };
  };
  expect(write({ masks: [mask], scene: scaled(10) })).toContain(
    'keep its real scale: about 20 cm across image 2.',
  );
  // One in millimetres.
  expect(write({ masks: [mask], scene: scaled(0.01) })).not.toContain('real scale');
});

test('a model that takes no pictures is given a description', () => {
  const masks = [makeMask('Linen', { maskName: 'seat' })];
  expect(writeDescription(plan({ masks, keepsProduct: undefined }))).toBe(
    'Photograph of a chair. Its seat is of Linen. The place: Loft. In the style of Film. a chair in a loft.',
  );
});

function rigOf(lights: { id: string; intensity: number; azimuthDegrees: number }[]) {
  return {
    name: '',
    preset: null,
    lights: lights.map((light) => ({
      role: 'key' as const,
      shape: 'rectangle' as const,
      elevationDegrees: 20,
      distance: 4,
      width: 2,
      height: 2,
      kelvin: 5600,
      isOn: true,
      ...light,
    })),
    soloId: null,
    surroundings: null,
    level: 1,
  };
}
