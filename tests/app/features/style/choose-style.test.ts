import { expect, test } from 'vitest';
import { chooseStyle } from '../../../../src/app/features/style/choose-style.ts';
import { removeStyle } from '../../../../src/app/features/style/remove-style.ts';
import { setStyleStrength } from '../../../../src/app/features/style/set-style-strength.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';

test('removing a style keeps its strength for the next one (S3 4)', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const { settings } = app.state.project;
  const texts = textsOf('en');
  chooseStyle(app, texts, makeLibraryItem(3));
  setStyleStrength(app, texts, 0.9);
  removeStyle(app, texts);
  expect([settings.style_id, settings.style_strength]).toEqual([null, 0.9]);
  chooseStyle(app, texts, makeLibraryItem(4));
  expect([settings.style_id, settings.style_strength]).toEqual([4, 0.9]);
});
