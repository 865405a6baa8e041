import { expect, test } from 'vitest';
import {
  type ChosenPicture,
  type NamingFacts,
  nameArchive,
  namePictures,
} from '../../../src/app/orders/name-picture.ts';

interface Facts {
  readonly id?: number;
  readonly look?: string;
  readonly view?: string;
  readonly viewId?: string;
  readonly model?: string;
}

function picture({ id, look, view, viewId, model }: Facts, place = 0): ChosenPicture {
  const group = look === undefined ? null : { id: '', index: 0, size: 1, look, view: view ?? '' };
  const recipe = { scene: { modelName: model ?? 'Aria Headphones.glb', variant: null } };
  const image = { batch_index: place };
  const images = Array.from({ length: place + 1 }, (_, index) => ({ batch_index: index }));
  const view_ids = viewId === undefined ? [] : [viewId];
  const render = { id: id ?? 7, group, recipe, view_ids, output_images: images };
  return { render, image } as unknown as ChosenPicture;
}

function facts(...pictures: readonly ChosenPicture[]): NamingFacts {
  return { renders: pictures.map(({ render }) => render), views: new Map([['v1', 'Hero']]) };
}

test('names are product, view, look, number and channel, as far as they are known', () => {
  const set = [
    picture({ id: 1, look: 'Walnut & brass', view: 'Three-quarter left' }),
    picture({ id: 2, look: 'Cuero ñandú', view: '../../etc' }),
    picture({ id: 3, viewId: 'v1' }),
    picture({ id: 4, model: '椅子.glb' }),
  ];
  expect(namePictures(set, facts(...set), 'amazon', 'jpeg')).toEqual([
    'aria-headphones_three-quarter-left_walnut-brass_01_amazon.jpg',
    'aria-headphones_etc_cuero-nandu_01_amazon.jpg',
    'aria-headphones_hero_01_amazon.jpg',
    'vitrine_01_amazon.jpg',
  ]);
  expect(nameArchive(set, facts(...set), 'pictures')).toBe('aria-headphones_4-pictures.zip');
  expect(nameArchive(set.slice(2, 3), facts(...set), 'files')).toBe('aria-headphones_hero_01_files.zip');
  expect(nameArchive([], facts(), 'pictures')).toBe('vitrine.zip');
});

test('no two pictures have one name, and each keeps its own whatever it is downloaded with', () => {
  const older = picture({ id: 3 }, 1);
  const newer = picture({ id: 9 });
  const known = facts(newer, older);
  const first = picture({ id: 3 });
  const all = [newer, { ...older, image: first.image }, older];
  expect(namePictures(all, known, null, 'png')).toEqual([
    'aria-headphones_03.png',
    'aria-headphones_01.png',
    'aria-headphones_02.png',
  ]);
  expect(namePictures([newer], known, null, 'webp')).toEqual(['aria-headphones_03.webp']);
});
