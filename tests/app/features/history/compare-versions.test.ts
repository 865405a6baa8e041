import { expect, test } from 'vitest';
import { compareVersions } from '../../../../src/app/features/history/compare-versions.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { type ModelMaterial, UNDRESSED } from '../../../../src/contract/scene/dressed-material.ts';
import { materialId } from '../../../support/candidates.ts';

const base: ModelMaterial = {
  ...UNDRESSED,
  nodes: [],
  id: materialId(1),
  originalId: 'Seat',
  originalIndex: 0,
  name: 'Seat',
};
const lines = (change: Partial<ModelMaterial>, other: Partial<ModelMaterial> = {}): string =>
  compareVersions({ ...base, ...change }, { ...base, ...other })
    .map(({ field, isDifferent }) => (isDifferent ? `${field}!` : field))
    .join(' ');

test.each<[string, string, Partial<ModelMaterial>, Partial<ModelMaterial>?]>([
  ['nothing set', 'name texture', {}],
  ['a colour', 'name texture color!', { color: '#ff0000' }],
  ['the same colour', 'name texture color', { color: '#ff0000' }, { color: '#ff0000' }],
  ['a value and none', 'name texture roughness!', { roughness: 0 }],
  [
    'values as near as the dirty check has it',
    'name texture roughness',
    { roughness: 0.5 },
    { roughness: 0.50001 },
  ],
  ['another name', 'name! texture', { name: 'Top' }],
  ['a texture', 'name texture!', { textureHash: ContentHash.parse('aa'.repeat(32)) }],
  ['a reset', 'name texture!', { isReset: true }],
  ['a relief', 'name texture!', { normalHash: ContentHash.parse('aa'.repeat(32)) }],
  ['addresses, which expire', 'name texture', { texturePath: '/files/x' }, { texturePath: '/files/y' }],
  ['a turn', 'name texture rotationRadians!', { rotationRadians: 1 }],
])('%s', (_, expected, change, other) => {
  expect(lines(change, other)).toBe(expected);
});
