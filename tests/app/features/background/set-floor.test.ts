import { expect, test } from 'vitest';
import { currentSettings } from '../../../../src/app/core/edit-settings.ts';
import {
  isFloorChanged,
  previewFloor,
  resetFloor,
  setFloor,
} from '../../../../src/app/features/background/set-floor.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { describeFloor } from '../../../../src/app/texts/describe-floor.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

async function open() {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
  return { app, texts: app.texts(), floor: () => currentSettings(app).render_settings.floor };
}

test('a run of small moves is one step back, a choice is one of its own', async () => {
  const { app, texts, floor } = await open();
  const before = floor();
  setFloor(app, texts, { gloss: 0.5 });
  setFloor(app, texts, { gloss: 0.8 });
  setFloor(app, texts, { stand: { kind: 'lowest' } });
  setFloor(app, texts, { isShadowOnly: true });
  expect(floor()).toEqual({ ...before, gloss: 0.8, stand: { kind: 'lowest' }, isShadowOnly: true });
  expect(isFloorChanged(floor())).toBe(true);
  app.commands.undo();
  app.commands.undo();
  expect(floor()).toEqual({ ...before, gloss: 0.8 });
  app.commands.undo();
  expect(floor()).toEqual(before);
  expect(isFloorChanged(floor())).toBe(false);
});

test('a colour is shown while it is chosen, and the floor goes back to what a project begins with', async () => {
  const { app, texts, floor } = await open();
  const before = floor();
  previewFloor(app, { colour: '#ff0000' });
  expect(floor().colour).toBe('#ff0000');
  previewFloor(app, { colour: null });
  setFloor(app, texts, { colour: '#00ff00', offset: 0.5 });
  resetFloor(app, texts);
  expect(floor()).toEqual(before);
  app.commands.undo();
  expect(floor()).toEqual({ ...before, colour: '#00ff00', offset: 0.5 });
});

test('it is told in a few words', async () => {
  const { texts, floor } = await open();
  expect(describeFloor(texts, floor())).toBe('Automatic, gloss 25%, blur 20%');
  expect(describeFloor(texts, { ...floor(), offset: -0.5, colour: '#aabbcc' })).toBe(
    'Automatic -0.5, gloss 25%, blur 20%, #AABBCC',
  );
  expect(describeFloor(texts, { ...floor(), stand: { kind: 'lowest' }, isShadowOnly: true })).toBe(
    'Lowest point, Shadow only',
  );
});
