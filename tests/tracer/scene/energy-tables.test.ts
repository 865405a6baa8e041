import { expect, test } from 'vitest';
import { ENERGY_SIZE } from '../../../src/tracer/kernel/layout.ts';
import { integrateEnergy, integrateSheenEnergy } from '../../../src/tracer/scene/energy-tables.ts';

const at = (cosine: number, roughness: number) =>
  Math.round(roughness * (ENERGY_SIZE - 1)) * ENERGY_SIZE + Math.round(cosine * (ENERGY_SIZE - 1));

test('a smooth surface keeps all energy and follows Schlick, a rough one loses some', () => {
  const table = integrateEnergy();
  const both = (cosine: number, roughness: number) =>
    table[at(cosine, roughness) * 2]! + table[at(cosine, roughness) * 2 + 1]!;
  expect(both(1, 0)).toBeCloseTo(1, 3);
  expect(table[at(1, 0) * 2 + 1]!).toBeCloseTo(0, 3);
  expect(table[at(16 / 31, 0) * 2 + 1]!).toBeCloseTo((1 - 16 / 31) ** 5, 2);
  // With every microfacet equally likely the integral has a closed form: 1 - ln 2.
  expect(both(1, 1)).toBeCloseTo(1 - Math.LN2, 2);
  for (let i = 0; i < table.length; i += 2) expect(table[i]! + table[i + 1]!).toBeLessThanOrEqual(1.0001);
});

test('sheen is strongest at grazing angles and never more than 1', () => {
  const table = integrateSheenEnergy();
  for (const roughness of [0.3, 0.6, 1]) {
    expect(table[at(0.1, roughness)]!).toBeGreaterThan(table[at(1, roughness)]!);
  }
  expect(Math.max(...table)).toBeLessThanOrEqual(1);
  expect(Math.min(...table)).toBeGreaterThanOrEqual(0);
});
