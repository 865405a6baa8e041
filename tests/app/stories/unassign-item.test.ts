import { expect, test } from 'vitest';
import { unassignItem } from '../../../src/app/stories/unassign-item.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';
import { makeLibraryItem, makeModelMaterial } from '../../support/library-items.ts';

const app = () => createTestApp(createFakeOutside(createFakeServer()));
const item = makeLibraryItem(5);

test('a background that is deleted gives way to the stage’s grey, a style to none', () => {
  const { state } = app();
  Object.assign(state.project.settings, { background_id: 5, style_id: 5, background_color: '#ff0000' });
  const putBack = unassignItem({ state }, 'background', item);
  expect(state.project.settings).toMatchObject({
    background_id: null,
    background_color: '#1e1e1e',
    style_id: 5,
  });
  const putStyleBack = unassignItem({ state }, 'style', item);
  expect(state.project.settings.style_id).toBeNull();
  expect(unassignItem({ state }, 'style', item)).toBeNull();

  putBack?.();
  putStyleBack?.();
  expect(state.project.settings).toMatchObject({
    background_id: 5,
    background_color: '#ff0000',
    style_id: 5,
  });
});

test('what took its place in the meantime stays, and another project is left alone', () => {
  const { state } = app();
  const unassign = () => {
    Object.assign(state.project.settings, { background_id: 5, background_color: null, style_id: 5 });
    const backs = [unassignItem({ state }, 'background', item), unassignItem({ state }, 'style', item)];
    return () => {
      for (const back of backs) back?.();
    };
  };
  const putBack = unassign();
  Object.assign(state.project.settings, { background_color: '#00ff00', style_id: 6 });
  putBack();
  expect(state.project.settings).toMatchObject({
    background_id: null,
    background_color: '#00ff00',
    style_id: 6,
  });

  const putBackElsewhere = unassign();
  state.project.key = 'another';
  putBackElsewhere();
  expect(state.project.settings).toMatchObject({ background_id: null, style_id: null });
});

test('a material stays on the parts that wear it', () => {
  const { state } = app();
  const worn = makeModelMaterial(0, { libraryId: item.id });
  state.project.settings.model_materials = [worn];
  expect(unassignItem({ state }, 'material', item)).not.toBeNull();
  expect(unassignItem({ state }, 'material', makeLibraryItem(6))).toBeNull();
  expect(state.project.settings.model_materials).toEqual([worn]);
});
