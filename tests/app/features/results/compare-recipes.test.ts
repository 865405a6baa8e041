import { describe, expect, test } from 'vitest';
import { compareRecipes } from '../../../../src/app/features/results/compare-recipes.ts';
import type { RecipeNames } from '../../../../src/app/features/results/recipe-names.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { LibraryItemId } from '../../../../src/contract/ids.ts';
import type { RenderSpec } from '../../../../src/contract/render-spec.ts';
import { ENVIRONMENT_PLACING } from '../../../../src/contract/scene/environment.ts';
import { FLOOR_BEFORE } from '../../../../src/contract/scene/floor-defaults.ts';
import type { MaterialDressing } from '../../../../src/contract/scene/material-dressing.ts';
import { hashOf, makeMask, makeRecipe } from '../../../support/ai-recipe.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';

const base = makeRecipe();
const { scene, camera } = base;
const names: RecipeNames = {
  material: (_hash, index) => (index === 0 ? 'Seat' : null),
  view: ({ position }) => (position[0] === 7 ? 'Corner' : null),
  item: () => null,
};

function compare(changes: Partial<RenderSpec>, language: 'en' | 'es' = 'en', from: Partial<RenderSpec> = {}) {
  const texts = { ...textsOf(language), ...LATE_TEXTS[language] };
  const recipe = (parts: Partial<RenderSpec>) => ({ recipe: { ...base, ...parts }, imageIndex: 0 });
  return compareRecipes(recipe(from), recipe(changes), texts, names).map(
    ({ label, before, after }) => `${label}: ${before} → ${after}`,
  );
}

const inScene = (changes: Partial<RenderSpec['scene']>): Partial<RenderSpec> => ({
  scene: { ...scene, ...changes },
});
const walnut: MaterialDressing = {
  kind: 'library',
  materialIndex: 0,
  textureHash: hashOf('walnut'),
  libraryId: LibraryItemId.parse(5),
  name: 'Walnut',
  colour: '#ffffff',
  metalness: 0,
  roughness: 0.6,
  tileSize: 2,
  rotationRadians: 0,
  bumpHeight: 0.01,
};
const dressed = (...dressings: MaterialDressing[]) => inScene({ dressings });
const LOFT = { kind: 'picture', imageHash: hashOf('loft'), name: 'Loft', ...ENVIRONMENT_PLACING } as const;
const SCALED = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1];

test('two of the same recipe differ in nothing', () => {
  expect(compare({})).toEqual([]);
  // Where a quaternion or the engine's own bytes say it otherwise, nothing is to be seen.
  expect(compare({ camera: { ...camera, quaternion: [0, 0, 0, -1] } })).toEqual([]);
});

test('other surroundings of the same name are others', () => {
  const other = inScene({ environment: { ...LOFT, imageHash: hashOf('loft 2') } });
  const [line, ...more] = compare(other, 'en', inScene({ environment: LOFT }));
  expect(more).toEqual([]);
  expect(line).toContain(hashOf('loft').slice(0, 8));
  expect(line).toContain(hashOf('loft 2').slice(0, 8));
});

test.each<[string, Partial<RenderSpec>, string[]]>([
  [
    'the model, and not each of its materials',
    inScene({ modelHash: hashOf('table'), modelName: 'table.glb', dressings: [walnut] }),
    ['Model: chair.glb → table.glb'],
  ],
  [
    'another file of the same name',
    inScene({ modelHash: hashOf('chair 2') }),
    [`Model: chair.glb (${hashOf('model').slice(0, 8)}) → chair.glb (${hashOf('chair 2').slice(0, 8)})`],
  ],
  [
    'own surroundings by their name, and how they stand',
    inScene({ environment: { ...LOFT, rotationDegrees: 30, stops: 1, isSeen: true } }),
    ['Environment: None → Loft, 30°, 1 EV, seen behind the product'],
  ],
  ['a colourway', inScene({ variant: 'Blue' }), ['Colourway: None → Blue']],
  ['a pose', inScene({ pose: { clip: 1, seconds: 0.5 } }), ['Pose: None → Animation 2 at 0.5 s']],
  [
    'a view',
    { camera: { ...camera, position: [20, 0, 0] } },
    ['View: 0° round, 0° above, 20 away → 90° round, 0° above, 20 away'],
  ],
  [
    'a view that has a name',
    { camera: { ...camera, position: [7, 7, 7] } },
    ['View: 0° round, 0° above, 20 away → Corner'],
  ],
  [
    'a camera that was only moved aside',
    { camera: { ...camera, position: [1, 0, 20], target: [1, 0, 0] } },
    ['View: 0° round, 0° above, 20 away, 0 · 0 · 0 → 0° round, 0° above, 20 away, 1 · 0 · 0'],
  ],
  ['the lens', { camera: { ...camera, fovDegrees: 25 } }, ['Field of view: 40°, 49.5 mm → 25°, 81.2 mm']],
  [
    'sensor, shift, roll and depth of field, and not the view',
    {
      camera: {
        ...camera,
        up: [Math.sin(Math.PI / 18), Math.cos(Math.PI / 18), 0],
        sensor: 'aps-c',
        shift: [0.1, -0.25],
        depthOfField: { fNumber: 2.8, focus: [0, 0, 5] },
      },
    },
    [
      'Field of view: 40°, 49.5 mm → 40°, 32.3 mm',
      'Sensor: Full frame, 36 × 24 mm → APS-C, 23.5 × 15.6 mm',
      'Roll: None → 10°',
      'Lens shift: None → 10% · -25%',
      'Depth of field: None → f/2.8, focus at 15 m',
    ],
  ],
  [
    'the placement',
    inScene({ modelTransform: SCALED }),
    ['Placement: at 0 · 0 · 0, turned 0 · 0 · 0°, size 1 → at 1 · 0 · 0, turned 0 · 0 · 0°, size 2'],
  ],
  ['hidden parts', inScene({ hiddenNodes: [3] }), ['Hidden parts: 0 parts → 1 part']],
  ['a dressed material', dressed(walnut), ['Material Seat: As in the file → Walnut']],
  [
    'one without a name',
    dressed({ kind: 'plain', materialIndex: 4, colour: '#aa0000', metalness: 0, roughness: 1 }),
    ['Material 6: As in the file → #AA0000'],
  ],
  [
    'a colour and a finish',
    dressed({
      kind: 'adjusted',
      materialIndex: 0,
      colour: '#aa0000',
      metalness: null,
      roughness: 0.25,
      finish: { opacity: 0.5 },
    }),
    ['Material Seat: As in the file → As in the file, Colour #AA0000, Roughness 25%, Opacity 0.5'],
  ],
  [
    'the background',
    { background: { kind: 'colour', colour: '#abcdef' } },
    ['Background: Loft, 50% → #ABCDEF'],
  ],
  ['no style', { style: null }, ['Style: Film, 50% → None']],
  ['words', { positivePrompt: 'a red chair in a garden' }, ['Prompt: loft → red garden']],
  [
    'their order',
    { positivePrompt: 'in a loft a chair' },
    ['Prompt: a chair in a loft → Other order of the words'],
  ],
  ['a negative prompt that was off', { useNegativePrompt: false }, ['Negative prompt: blurry → None']],
  ['creativity', { creativity: 0.75 }, ['Creativity: 50% → 75%']],
  ['the seed', { seed: '8' }, ['Seed: 7 → 8']],
  ['the size', { widthPx: 512 }, ['Size: 1024 × 1024 → 512 × 1024']],
  ['the quality', { quality: 'high' }, ['Quality: Standard → High']],
  ['the size it is enlarged to', { outputPx: 2048 }, ['Enlarged to: None → 2048 px']],
  [
    'the engine',
    { engineBuild: { engine: 'studio', version: '2', kernelHash: 'k' } },
    ['Engine: AI, ComfyUI 1 → Studio, path traced, not AI 2'],
  ],
  ['the light of a product that is kept', { keepsProduct: 'studio' }, ['Product kept, lit: None → Yours']],
  ['the workflow', { workflow: 'house' }, ['Workflow: None → house']],
  ['the light', inScene({ lighting: 'render' }), ['Light: Studio → Bright']],
  ['the exposure', inScene({ exposure: 1.25 }), ['Exposure: 0.6 → 1.25']],
  [
    'the lights of the file',
    inScene({ fileLights: { isOn: true, strength: 1.5 } }),
    ['Lights of the file: None → 150%'],
  ],
  ['lights of the file that are off', inScene({ fileLights: { isOn: false, strength: 2 } }), []],
  ['the shadow', inScene({ shadowIntensity: 0.5 }), ['Shadow: 100% → 50%']],
  [
    'the floor',
    inScene({ floor: { ...FLOOR_BEFORE, stand: { kind: 'auto' }, isShadowOnly: true } }),
    ['Floor: Lowest point, gloss 25%, blur 20% → Automatic, Shadow only'],
  ],
  [
    'a cyclorama',
    inScene({ floor: { ...FLOOR_BEFORE, cyclorama: { colour: '#ffffff', distance: 6, radius: 2.5 } } }),
    ['Floor: Lowest point, gloss 25%, blur 20% → Lowest point, cyclorama 6 ×, curve 2.5 ×, #FFFFFF'],
  ],
  ['the tone mapping', inScene({ toneMapping: 'agx' }), ['Tone mapping: Neutral → AgX']],
  ['painted light', { passes: { ...base.passes, lightmap: hashOf('light') } }, ['Painted light: None → Yes']],
  [
    'materials in the render, and what is kept',
    { masks: [makeMask('Seat'), makeMask('Legs', { isLocked: true })] },
    ['Materials in the render: None → Seat', 'Kept as on the stage: None → Legs'],
  ],
])('tells %s', (_name, changes, rows) => {
  expect(compare(changes).map((row) => row.replaceAll('\u00a0', ' '))).toEqual(rows);
});

describe('of a material that wears the same', () => {
  test.each<[string, Partial<MaterialDressing>, string]>([
    ['a tint', { colour: '#808080' }, 'Walnut → Walnut, Colour #808080'],
    ['the tile', { tileSize: 3.5 } as never, 'Walnut, Tile size 2 → Walnut, Tile size 3.5'],
    ['the turn', { rotationRadians: Math.PI / 2 } as never, 'Walnut, Rotation 0° → Walnut, Rotation 90°'],
    [
      'another picture of that name',
      { textureHash: hashOf('walnut 2') } as never,
      `Walnut (${hashOf('walnut').slice(0, 8)}) → Walnut (${hashOf('walnut 2').slice(0, 8)})`,
    ],
    ['another material', { name: 'Oak', roughness: 0.1 } as never, 'Walnut → Oak'],
  ])('tells %s', (_name, changes, row) => {
    const other = dressed({ ...walnut, ...changes } as MaterialDressing);
    expect(compare(other, 'en', dressed(walnut))).toEqual([`Material Seat: ${row}`]);
  });
});

test('the second picture of a batch has another seed, and the same one by itself has not', () => {
  const texts = { ...textsOf('en'), ...LATE_TEXTS.en };
  const second = { recipe: base, imageIndex: 1 };
  const alone = { recipe: { ...base, seed: '8' }, imageIndex: 0 };
  expect(compareRecipes(second, alone, texts, names)).toEqual([]);
  expect(compareRecipes({ recipe: base, imageIndex: 0 }, second, texts, names)).toHaveLength(1);
});

test('an item that is in the library has its name in the page’s language', () => {
  const texts = { ...textsOf('es'), ...LATE_TEXTS.es };
  const library: RecipeNames = { ...names, item: (type, id) => (id === 5 ? 'Nogal' : `${type} ${id}`) };
  const plain = { recipe: { ...base, style: null }, imageIndex: 0 };
  const worn = { recipe: { ...base, ...dressed(walnut) }, imageIndex: 0 };
  expect(compareRecipes(plain, worn, texts, library).map(({ after }) => after)).toEqual([
    'Nogal',
    'style 1, 50\u00a0%',
  ]);
});

test('in Spanish', () => {
  const rows = compare({ ...dressed(walnut), creativity: 0.75, style: null, quality: 'draft' }, 'es');
  expect(rows.map((row) => row.replaceAll('\u00a0', ' '))).toEqual([
    'Material Seat: Como en el archivo → Walnut',
    'Estilo: Film, 50 % → Ninguno',
    'Creatividad: 50 % → 75 %',
    'Calidad: Estándar → Borrador',
  ]);
});
