import { expect, test } from 'vitest';
import { judgeCutOut } from '../../../../src/app/features/downloads/judge-cut-out.ts';
import {
  type ChosenPicture,
  nameArchive,
  namePictures,
} from '../../../../src/app/features/downloads/name-picture.ts';

interface Facts {
  readonly look?: string;
  readonly view?: string;
  readonly model?: string;
  readonly engine?: 'studio' | 'comfyui';
  readonly alpha?: string | null;
  readonly edges?: number | null;
}

function picture({ look, view, model, engine, alpha, edges }: Facts): ChosenPicture {
  const group = look === undefined ? null : { id: '', index: 0, size: 1, look, view: view ?? '' };
  const recipe = {
    scene: { modelName: model ?? 'Aria Headphones.glb', variant: null },
    passes: { alpha: alpha === undefined ? 'hash' : alpha },
  };
  const fidelity = edges === undefined ? null : { edges, colours: [] };
  return {
    render: { id: 7, engine: engine ?? 'studio', group, recipe },
    image: { fidelity },
  } as unknown as ChosenPicture;
}

test('names are product, look, view and channel, as far as they are known', () => {
  const set = [
    picture({ look: 'Walnut & brass', view: 'Three-quarter left' }),
    picture({ look: 'Cuero ñandú', view: '../../etc' }),
    picture({}),
    picture({ model: '???.glb' }),
  ];
  expect(namePictures(set, 'amazon', 'jpeg')).toEqual([
    'Aria-Headphones-Walnut-brass-Three-quarter-left-amazon.jpg',
    'Aria-Headphones-Cuero-ñandú-etc-amazon.jpg',
    'Aria-Headphones-amazon.jpg',
    'amazon.jpg',
  ]);
  expect(namePictures([picture({ model: '???.glb' })], null, 'webp')).toEqual(['vitrine-7.webp']);
  expect([nameArchive(set), nameArchive([])]).toEqual(['Aria-Headphones.zip', 'pictures.zip']);
});

test('equal names are numbered', () => {
  const batch = [picture({}), picture({ look: 'Walnut', view: '' }), picture({})];
  expect(namePictures(batch, null, 'png')).toEqual([
    'Aria-Headphones-1.png',
    'Aria-Headphones-Walnut.png',
    'Aria-Headphones-2.png',
  ]);
});

test('a product is cut out where its silhouette is known to fit', () => {
  expect(judgeCutOut(picture({}))).toBe('possible');
  expect(judgeCutOut(picture({ alpha: null }))).toBe('not-kept');
  expect(judgeCutOut(picture({ engine: 'comfyui' }))).toBe('not-measured');
  expect(judgeCutOut(picture({ engine: 'comfyui', edges: null }))).toBe('not-measured');
  expect(judgeCutOut(picture({ engine: 'comfyui', edges: 0.969 }))).toBe('not-true');
  expect(judgeCutOut(picture({ engine: 'comfyui', edges: 0.97 }))).toBe('possible');
});
