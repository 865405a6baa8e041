import { expect, test } from 'vitest';
import { judgeCutOut } from '../../../../src/app/features/downloads/judge-cut-out.ts';
import type { ChosenPicture } from '../../../../src/app/orders/name-picture.ts';

function picture({
  engine = 'studio',
  alpha = 'hash',
  edges,
  changed,
}: {
  readonly engine?: 'studio' | 'comfyui';
  readonly alpha?: string | null;
  readonly edges?: number | null;
  /** Of a product that was kept apart. */
  readonly changed?: number;
}): ChosenPicture {
  const fidelity = edges === undefined ? null : { edges, colours: [] };
  return {
    render: { engine, recipe: { passes: { alpha } } },
    image: { fidelity, kept_product: changed === undefined ? null : { changed_pixels: changed } },
  } as unknown as ChosenPicture;
}

test('a product is cut out where its silhouette is known to fit', () => {
  expect(judgeCutOut(picture({}))).toBe('possible');
  expect(judgeCutOut(picture({ alpha: null }))).toBe('not-kept');
  expect(judgeCutOut(picture({ engine: 'comfyui' }))).toBe('not-measured');
  expect(judgeCutOut(picture({ engine: 'comfyui', edges: null }))).toBe('not-measured');
  expect(judgeCutOut(picture({ engine: 'comfyui', edges: 0.969 }))).toBe('not-true');
  expect(judgeCutOut(picture({ engine: 'comfyui', edges: 0.97 }))).toBe('possible');
});

test('one that was kept apart is where the scene has it, whatever anybody measured', () => {
  expect(judgeCutOut(picture({ engine: 'comfyui', changed: 0 }))).toBe('possible');
  expect(judgeCutOut(picture({ engine: 'comfyui', changed: 0, edges: 0.5 }))).toBe('possible');
  expect(judgeCutOut(picture({ engine: 'comfyui', changed: 1 }))).toBe('not-true');
  expect(judgeCutOut(picture({ engine: 'comfyui', changed: 0, alpha: null }))).toBe('not-kept');
});
