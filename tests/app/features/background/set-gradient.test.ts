import { expect, test } from 'vitest';
import { chooseBackground } from '../../../../src/app/features/background/choose-background.ts';
import { removeBackground } from '../../../../src/app/features/background/remove-background.ts';
import { setBackgroundColour } from '../../../../src/app/features/background/set-background-colour.ts';
import {
  addStop,
  findRoom,
  previewGradient,
  removeStop,
  reverseGradient,
  setGradient,
  startGradient,
} from '../../../../src/app/features/background/set-gradient.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { Gradient } from '../../../../src/contract/render-spec.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';

const texts = textsOf('en');

function between(from: string, to: string): Gradient {
  const stops = [
    { at: 0, colour: from },
    { at: 1, colour: to },
  ];
  return { kind: 'linear', angleDegrees: 180, stops };
}

function setUp() {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const { settings } = app.state.project;
  const seen = () => [
    settings.background_id,
    settings.render_settings.background_gradient,
    settings.background_fidelity,
  ];
  return { app, settings, seen };
}

test('a gradient takes the place of a picture and is drawn as shown; undo brings the picture back', () => {
  const { app, seen, settings } = setUp();
  chooseBackground(app, texts, makeLibraryItem(1));
  setBackgroundColour(app, texts, '#b9876a', settings.background_color);
  startGradient(app, texts);
  expect(seen()).toEqual([null, between('#b9876a', '#3a4a5e'), 1]);
  app.commands.undo();
  app.commands.undo();
  expect(seen()).toEqual([1, null, 0.5]);
});

test('previews are no steps, and one choice undoes to what stood before them', () => {
  const { app, seen } = setUp();
  startGradient(app, texts);
  const before = between('#c9cdd1', '#3a4a5e');
  for (const to of ['#111111', '#222222']) previewGradient(app, between('#c9cdd1', to));
  setGradient(app, texts, between('#c9cdd1', '#222222'), before);
  expect(seen()[1]).toEqual(between('#c9cdd1', '#222222'));
  app.commands.undo();
  expect(seen()[1]).toEqual(before);
});

test('colour, picture and removal end it', () => {
  const { app, settings, seen } = setUp();
  startGradient(app, texts);
  setBackgroundColour(app, texts, '#ffffff', settings.background_color);
  expect(seen()[1]).toBeNull();
  startGradient(app, texts);
  chooseBackground(app, texts, makeLibraryItem(3));
  expect(seen()).toEqual([3, null, 0.5]);
  startGradient(app, texts);
  removeBackground(app, texts);
  expect([settings.background_color, ...seen()]).toEqual(['#1e1e1e', null, null, 1]);
});

test('keys in quick succession are one step, two drags are two', () => {
  const { app, seen } = setUp();
  startGradient(app, texts);
  const [grey, mid, dark] = [
    between('#c9cdd1', '#3a4a5e'),
    between('#c9cdd1', '#333333'),
    between('#111111', '#222222'),
  ];
  setGradient(app, texts, mid, grey, 'gradient-stop-1');
  setGradient(app, texts, dark, mid, 'gradient-stop-1');
  app.commands.undo();
  expect(seen()[1]).toEqual(grey);
  setGradient(app, texts, mid, grey);
  setGradient(app, texts, dark, mid);
  app.commands.undo();
  expect(seen()[1]).toEqual(mid);
  app.commands.redo();
  expect(seen()[1]).toEqual(dark);
});

test('a new stop changes no colour; there are two to eight', () => {
  const gradient = between('#000000', '#ffffff');
  const added = addStop(gradient, 0.5);
  expect(added).toMatchObject({
    index: 1,
    gradient: { stops: [{ at: 0 }, { at: 0.5, colour: '#808080' }, { at: 1 }] },
  });
  expect(addStop(gradient, 1)?.index).toBe(2);
  expect(removeStop(added!.gradient, 1)).toEqual(gradient);
  expect(removeStop(gradient, 0)).toBeNull();
  let full: Gradient = gradient;
  for (let count = 2; count < 8; count++) full = addStop(full, findRoom(full))!.gradient;
  expect(full.stops.map(({ at }) => at)).toEqual([0, 0.13, 0.25, 0.38, 0.5, 0.63, 0.75, 1]);
  expect(addStop(full, 0.9)).toBeNull();
});

test('room is also before the first stop and after the last', () => {
  const at = (...places: number[]): Gradient => ({
    ...between('#000000', '#ffffff'),
    stops: places.map((place) => ({ at: place, colour: '#000000' })),
  });
  expect(findRoom(at(0.6, 0.8))).toBe(0.3);
  expect(findRoom(at(0.1, 0.4))).toBe(0.7);
});

test('reversed, the colours lie the other way round; twice, as they were', () => {
  const gradient = {
    ...between('#000000', '#ffffff'),
    stops: [
      { at: 0.25, colour: '#000000' },
      { at: 1, colour: '#ffffff' },
    ],
  };
  expect(reverseGradient(gradient).stops).toEqual([
    { at: 0, colour: '#ffffff' },
    { at: 0.75, colour: '#000000' },
  ]);
  expect(reverseGradient(reverseGradient(gradient))).toEqual(gradient);
});
