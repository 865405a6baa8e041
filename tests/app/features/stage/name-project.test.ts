import { expect, test } from 'vitest';
import { nameProject } from '../../../../src/app/features/stage/name-project.ts';
import { en } from '../../../../src/app/texts/en.ts';
import { es } from '../../../../src/app/texts/es.ts';

test('a project that nobody has named is called as its first model, in words', () => {
  expect(nameProject(en.project.defaultName, 'aria-headphones_v2.glb')).toBe('Aria headphones v2');
  expect(nameProject(`${en.project.defaultName} 3`, 'Oslo Chair.gltf')).toBe('Oslo Chair');
  expect(nameProject(es.project.defaultName, 'señal.obj')).toBe('Señal');
});

test('a name that a person gave stays, and a file that says nothing names nothing', () => {
  expect(nameProject('Chairs 2027', 'oslo.glb')).toBeNull();
  expect(nameProject('New project for Ana', 'oslo.glb')).toBeNull();
  expect(nameProject('New project', '123.glb')).toBeNull();
});
