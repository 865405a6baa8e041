import { expect, test } from 'vitest';
import { cutText } from '../../../../src/app/features/results/cut-text.ts';
import {
  altText,
  listFinished,
  listSet,
  listSlides,
  setName,
  titleText,
} from '../../../../src/app/features/results/finished-renders.ts';
import type { RenderBody } from '../../../../src/contract/http/renders.ts';

const render = (id: number, created_at: string, pictures: number) =>
  ({ id, created_at, output_images: Array.from({ length: pictures }) }) as unknown as RenderBody;

test('only renders with a picture, newest first', () => {
  const list = [
    render(1, '2026-01-01T10:00:00Z', 1),
    render(2, '2026-01-01T11:00:00Z', 0),
    render(3, '2026-01-01T12:00:00Z', 2),
    render(4, '2026-01-01T12:00:00Z', 1),
  ];
  expect(listFinished(list).map(({ id }) => id)).toEqual([4, 3, 1]);
});

test('alt text is the first 50 characters of the prompt', () => {
  const prompt = 'Walnut and chestnut leather headphones on a seamless graphite backdrop';
  expect(altText({ positive_prompt: ` ${prompt}` }, 'none')).toBe(prompt.slice(0, 50));
  expect(altText({ positive_prompt: '  ' }, 'none')).toBe('none');
});

test('a title ends with a whole word', () => {
  expect(titleText({ positive_prompt: 'Walnut headphones' }, 'Render')).toBe('Walnut headphones');
  expect(
    titleText({ positive_prompt: 'Walnut and chestnut leather headphones on a seamless backdrop' }, ''),
  ).toBe('Walnut and chestnut leather headphones on a…');
});

test('a cut leaves emoji and accents whole', () => {
  expect(cutText('👩‍🎨👩‍🎨👩‍🎨', 2)).toBe('👩‍🎨👩‍🎨');
  expect(cutText('e\u0301'.repeat(3), 2)).toBe('e\u0301'.repeat(2));
});

const inSet = (id: number, at: string, group: object | null) =>
  ({ ...render(id, at, 1), group }) as RenderBody;
const A = { id: 'a', size: 3, look: 'Oak', view: 'Front' };

test('pictures of a set are one slide, in the set’s sequence, where its newest one stands', () => {
  const list = listFinished([
    inSet(1, '2026-01-01T10:00:00Z', null),
    inSet(2, '2026-01-01T11:00:00Z', { ...A, index: 1 }),
    inSet(3, '2026-01-01T12:00:00Z', null),
    inSet(4, '2026-01-01T13:00:00Z', { ...A, index: 0 }),
  ]);
  expect(listSlides(list).map(({ renders }) => renders.map(({ id }) => id))).toEqual([[4, 2], [3], [1]]);
  expect(listSet(list, list[2]!).map(({ id }) => id)).toEqual([4, 2]);
  expect(listSet(list, list[1]!).map(({ id }) => id)).toEqual([3]);
});

test('a picture of a set is called by its look and its view, as far as it has them', () => {
  expect(setName(inSet(1, '', { ...A, index: 0 }))).toBe('Oak · Front');
  expect(setName(inSet(1, '', { ...A, look: '', index: 0 }))).toBe('Front');
  expect(setName(inSet(1, '', null))).toBe('');
});
