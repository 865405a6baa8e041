import { expect, test } from 'vitest';
import { cutText } from '../../../../src/app/features/renders/cut-text.ts';
import { altText, listFinished, titleText } from '../../../../src/app/features/renders/finished-renders.ts';
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
