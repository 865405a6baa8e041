import { expect, test } from 'vitest';
import {
  isWorthOpening,
  listParts,
  sortFamilies,
  stateOfFamily,
} from '../../../../src/app/features/engines/judge-family.ts';
import type { EngineFamily, MissingPart } from '../../../../src/contract/http/engines.ts';

const family = (name: string, changes: Partial<EngineFamily> = {}): EngineFamily => ({
  name,
  title: name,
  licence: 'Apache-2.0',
  commercial: true,
  ready: false,
  used: false,
  model: null,
  missing: [],
  ...changes,
});
const part = (name: string, changes: Partial<MissingPart> = {}): MissingPart => ({
  kind: 'model',
  name,
  folder: 'models/vae',
  wish: 'base',
  isNeeded: true,
  ...changes,
});

test('a family draws, is forbidden by its licence, or lacks something', () => {
  expect(stateOfFamily(family('a', { ready: true, used: true }))).toBe('draws');
  expect(stateOfFamily(family('a', { ready: true }))).toBe('forbidden');
  expect(stateOfFamily(family('a'))).toBe('lacks');
});

test('what draws stands first, what has its model next', () => {
  const families = [
    family('none'),
    family('half', { model: 'file' }),
    family('draws', { used: true, ready: true }),
  ];
  expect(sortFamilies(families).map(({ name }) => name)).toEqual(['draws', 'half', 'none']);
});

test('open at first is what could do more; of a server that draws nothing the family to begin with', () => {
  expect(isWorthOpening(family('a', { used: true }), false)).toBe(false);
  expect(isWorthOpening(family('a', { used: true, missing: [part('x')] }), false)).toBe(true);
  expect(isWorthOpening(family('a', { model: 'file' }), false)).toBe(true);
  expect(isWorthOpening(family('klein-4b'), false)).toBe(false);
  expect(isWorthOpening(family('klein-4b'), true)).toBe(true);
});

test('what one version of ComfyUI brings is one part; what is needed comes first', () => {
  const nodes = { kind: 'nodes', folder: null, since: '0.9.2' } as const;
  const listed = listParts([
    part('fast', { isNeeded: false }),
    part('Flux2Scheduler', nodes),
    part('vae'),
    part('EmptyFlux2LatentImage', nodes),
  ]);
  expect(listed.map(({ names }) => names)).toEqual([
    ['Flux2Scheduler', 'EmptyFlux2LatentImage'],
    ['vae'],
    ['fast'],
  ]);
});
