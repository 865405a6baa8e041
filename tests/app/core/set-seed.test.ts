import { expect, test } from 'vitest';
import { readSeed, setBatchSize, setSeed, setSeedFixed } from '../../../src/app/core/set-seed.ts';
import { textsOf } from '../../../src/app/texts/load-texts.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';

const texts = textsOf('en');
const setUp = () => createTestApp(createFakeOutside(createFakeServer()));

test('fixing the seed makes one picture per order, and undo brings the batch back', () => {
  const app = setUp();
  const { settings } = app.state.project;
  setBatchSize(app, texts, 4);
  setSeedFixed(app, texts, true);
  expect([settings.fix_seed, settings.render_settings.batch_size]).toEqual([true, 1]);
  app.commands.undo();
  expect([settings.fix_seed, settings.render_settings.batch_size]).toEqual([false, 4]);
});

test('letting the seed go forgets the number', () => {
  const app = setUp();
  setSeedFixed(app, texts, true);
  setSeed(app, texts, '42');
  expect(app.state.project.settings.seed).toBe('42');
  setSeedFixed(app, texts, false);
  expect(app.state.project.settings.seed).toBeNull();
});

test.each([
  ['418220917', { digits: '418220917', isValid: true }],
  ['0', { digits: '0', isValid: true }],
  ['', { digits: '', isValid: true }],
  ['12a', { digits: '12', isValid: false }],
  ['-5', { digits: '5', isValid: false }],
  ['9007199254740991', { digits: '9007199254740991', isValid: true }],
  ['9007199254740992', { digits: '900719925474099', isValid: false }],
])('a typed seed %j keeps its digits', (text, read) => {
  expect(readSeed(text)).toEqual(read);
});

test('the batch stays between one and four', () => {
  const app = setUp();
  const batch = () => app.state.project.settings.render_settings.batch_size;
  setBatchSize(app, texts, 9);
  expect(batch()).toBe(4);
  setBatchSize(app, texts, 0);
  expect(batch()).toBe(1);
  setBatchSize(app, texts, Number.NaN);
  expect(batch()).toBe(1);
});
