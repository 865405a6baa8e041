import { expect, test } from 'vitest';
import { freeName } from '../../../src/app/values/free-name.ts';

test.each([
  ['Front', [], 'Front'],
  ['Front', ['Front', 'Front 3'], 'Front 2'],
  ['Front', ['Front', 'Front 2'], 'Front 3'],
  ['View 4', ['View 1'], 'View 4'],
  ['View 4', ['View 4', 'View 5'], 'View 6'],
  ['4', ['4'], '4 2'],
])('%s beside %j becomes %s', (name, taken, free) => {
  expect(freeName(name, taken)).toBe(free);
});
