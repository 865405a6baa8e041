import { expect, test } from 'vitest';
import { currentSettings } from '../../../../src/app/core/edit-settings.ts';
import { editCyclorama, setCyclorama } from '../../../../src/app/features/background/set-cyclorama.ts';
import { isFloorChanged, resetFloor, setFloor } from '../../../../src/app/features/background/set-floor.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { describeFloor } from '../../../../src/app/texts/describe-floor.ts';
import { FloorSettings } from '../../../../src/contract/scene/floor.ts';
import { CYCLORAMA_DEFAULT, copyFloor } from '../../../../src/contract/scene/floor-defaults.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

async function open() {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
  return { app, texts: app.texts(), floor: () => currentSettings(app).render_settings.floor };
}

test('it is laid in one step, moved in another and taken away without a trace', async () => {
  const { app, texts, floor } = await open();
  setFloor(app, texts, { isShadowOnly: true });
  const before = floor();
  setCyclorama(app, texts, true);
  expect(floor()).toEqual({ ...before, cyclorama: CYCLORAMA_DEFAULT });
  editCyclorama(app, texts, { distance: 6 });
  editCyclorama(app, texts, { distance: 7.5 });
  editCyclorama(app, texts, { radius: 1 });
  expect(floor().cyclorama).toEqual({ colour: '#ffffff', distance: 7.5, radius: 1 });
  editCyclorama(app, texts, { colour: '#c9cdd1' });
  expect(floor().cyclorama?.colour).toBe('#c9cdd1');
  expect(isFloorChanged(floor())).toBe(true);
  app.commands.undo();
  app.commands.undo();
  expect(floor().cyclorama).toEqual({ colour: '#ffffff', distance: 7.5, radius: CYCLORAMA_DEFAULT.radius });
  app.commands.undo();
  expect(floor().cyclorama).toEqual(CYCLORAMA_DEFAULT);
  app.commands.undo();
  expect(floor()).toEqual(before);
  app.commands.redo();
  setCyclorama(app, texts, false);
  expect(floor()).toEqual(before);
  expect('cyclorama' in floor()).toBe(false);
});

test('where there is none nothing is moved, and a reset takes it away', async () => {
  const { app, texts, floor } = await open();
  const before = floor();
  editCyclorama(app, texts, { distance: 6 });
  expect(floor()).toEqual(before);
  setCyclorama(app, texts, true);
  resetFloor(app, texts);
  expect(floor()).toEqual(before);
  expect(isFloorChanged(floor())).toBe(false);
});

test('it is told in a few words, in place of what a flat floor does', async () => {
  const { texts, floor } = await open();
  const cyclorama = { colour: '#c9cdd1', distance: 5, radius: 3.5 };
  const laid = { ...floor(), colour: '#aabbcc', isShadowOnly: true, cyclorama };
  expect(describeFloor(texts, laid)).toBe('Automatic, cyclorama 5 ×, curve 3.5 ×, #C9CDD1');
});

test('a copy shares nothing, and a floor without one says nothing of it', async () => {
  const { floor } = await open();
  const laid = { ...floor(), cyclorama: CYCLORAMA_DEFAULT };
  const copy = copyFloor(laid);
  expect(copy).toEqual(laid);
  expect(copy.cyclorama).not.toBe(laid.cyclorama);
  expect('cyclorama' in copyFloor(floor())).toBe(false);
  expect('cyclorama' in FloorSettings.parse(floor())).toBe(false);
  expect(
    FloorSettings.safeParse({ ...laid, cyclorama: { ...CYCLORAMA_DEFAULT, distance: 0.5 } }).success,
  ).toBe(false);
  expect(
    FloorSettings.safeParse({ ...laid, cyclorama: { ...CYCLORAMA_DEFAULT, radius: Infinity } }).success,
  ).toBe(false);
});
