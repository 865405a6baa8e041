import { expect, test } from 'vitest';
import { nameProject } from '../../../../src/app/features/stage/name-project.ts';
import { en } from '../../../../src/app/texts/en/common.ts';
import { es } from '../../../../src/app/texts/es/common.ts';

const named = (name: string, model_name: string | null = null) => ({ name, model_name });

test('a project that nobody has named is called as its first model, in words', () => {
  expect(nameProject(named(en.project.defaultName), 'aria-headphones_v2.glb')).toBe('Aria headphones v2');
  expect(nameProject(named(`${en.project.defaultName} 3`), 'Oslo Chair.gltf')).toBe('Oslo Chair');
  expect(nameProject(named(es.project.defaultName), 'señal.obj')).toBe('Señal');
});

test('a name that a person gave stays, and a file that says nothing names nothing', () => {
  expect(nameProject(named('Chairs 2027'), 'oslo.glb')).toBeNull();
  expect(nameProject(named('New project for Ana'), 'oslo.glb')).toBeNull();
  expect(nameProject(named('New project'), '123.glb')).toBeNull();
});

test('a name that the last model gave goes with it, and so does the one that the sample came with', () => {
  expect(nameProject(named('Oslo chair', 'oslo-chair.glb'), 'lamp.glb')).toBe('Lamp');
  expect(nameProject(named('Oslo chair 2', 'oslo-chair.glb'), 'lamp.glb')).toBeNull();
  const names = ['Aria headphones', 'Auriculares Aria'];
  expect(nameProject(named('Auriculares Aria', 'aria.glb'), 'lamp.glb', names)).toBe('Lamp');
  expect(nameProject(named('Auriculares Aria', 'aria.glb'), 'lamp.glb')).toBeNull();
});
