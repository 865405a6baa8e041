import { expect, test } from 'vitest';
import { unassignItem } from '../../src/app/unassign-item.ts';
import { createFakeServer } from '../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../support/fake-outside.ts';
import { makeLibraryItem, makeModelMaterial } from '../support/library-items.ts';

const app = () => createTestApp(createFakeOutside(createFakeServer()));
const item = makeLibraryItem(5);

test('a background that is deleted gives way to the stage’s grey, a style to none', () => {
  const { state } = app();
  Object.assign(state.project.settings, { background_id: 5, style_id: 5, background_color: '#ff0000' });
  expect(unassignItem({ state }, 'background', item)).toBe(true);
  expect(state.project.settings).toMatchObject({
    background_id: null,
    background_color: '#1e1e1e',
    style_id: 5,
  });
  expect(unassignItem({ state }, 'style', item)).toBe(true);
  expect(state.project.settings.style_id).toBeNull();
  expect(unassignItem({ state }, 'style', item)).toBe(false);
});

test('a material stays on the parts that wear it', () => {
  const { state } = app();
  const worn = makeModelMaterial(0, { libraryId: item.id });
  state.project.settings.model_materials = [worn];
  expect(unassignItem({ state }, 'material', item)).toBe(true);
  expect(unassignItem({ state }, 'material', makeLibraryItem(6))).toBe(false);
  expect(state.project.settings.model_materials).toEqual([worn]);
});
