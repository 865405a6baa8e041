import { expect, test } from 'vitest';
import {
  recallCategory,
  rememberCategory,
} from '../../../../src/app/features/libraries/remember-category.ts';

test('each library remembers its own category', () => {
  const values = new Map<string, string>();
  const store = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  rememberCategory(store, 'material', 3);
  rememberCategory(store, 'style', 8);
  expect(recallCategory(store, 'material')).toBe(3);
  expect(recallCategory(store, 'style')).toBe(8);
  expect(recallCategory(store, 'background')).toBeNull();
});

test('forbidden storage only forgets', () => {
  const store = {
    getItem: (): string | null => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  rememberCategory(store, 'material', 3);
  expect(recallCategory(store, 'material')).toBeNull();
});
