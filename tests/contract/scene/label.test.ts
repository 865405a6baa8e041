import { expect, test } from 'vitest';
import { defaultSettings } from '../../../src/contract/http/default-settings.ts';
import { RenderSettings } from '../../../src/contract/http/projects.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import { frameLabel, Label, labelMask } from '../../../src/contract/scene/label.ts';
import { changeModel } from '../../../src/contract/scene/swap-standings.ts';

const LABEL: Label = {
  imageHash: ContentHash.parse('a'.repeat(64)),
  name: 'logo',
  target: { kind: 'all' },
  position: [0, 1, 2],
  normal: [0, 0.3, 1],
  axis: [0, 1, 0],
  radius: 2,
  projection: 'flat',
  width: 2,
  height: 1,
  rotationRadians: 0,
  depth: 1,
  finish: 'print',
  opacity: 1,
  hasUnderprint: true,
};

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0);

test('a frame stands at right angles, looks out of the surface and has its top up, also where the surface lies', () => {
  for (const changes of [
    {},
    { projection: 'wrapped' },
    { normal: [0, 1, 0] },
    { normal: [0, 1, 0], axis: [0, 0, -1] },
  ] satisfies Partial<Label>[]) {
    const { right, up, normal } = frameLabel({ ...LABEL, ...changes });
    for (const [a, b] of [
      [right, up],
      [up, normal],
      [normal, right],
    ] as const)
      expect(dot(a, b)).toBeCloseTo(0, 9);
    for (const one of [right, up, normal]) expect(dot(one, one)).toBeCloseTo(1, 9);
  }
  expect(frameLabel({ ...LABEL, normal: [0, 0, 1] }).right).toEqual([1, 0, 0]);
  // A wrapped one begins on its line, as far from the middle as it says.
  const { origin, normal } = frameLabel({ ...LABEL, projection: 'wrapped' });
  expect(origin).toEqual([0, 1, 0]);
  expect(normal).toEqual([0, 0, 1]);
});

test('a label lies on what it is told to, whichever instance wears the material', () => {
  const labels: Pick<Label, 'target'>[] = [
    { target: { kind: 'all' } },
    { target: { kind: 'node', nodeIndex: 4 } },
    { target: { kind: 'material', materialIndex: 2 } },
  ];
  expect(labelMask(labels, 4, 0)).toBe(0b011);
  expect(labelMask(labels, 1, 2)).toBe(0b101);
  expect(labelMask([], 1, 2)).toBe(0);
});

test('nothing without a direction, a size or in numbers beyond reason is a label', () => {
  for (const wrong of [
    { normal: [0, 0, 0] },
    { axis: [0, 1e9, 0] },
    { width: 0 },
    { depth: -1 },
    { opacity: 2 },
    { finish: 'gold' },
    { imageHash: 'x' },
    { target: { kind: 'node', nodeIndex: -1 } },
  ]) {
    expect(Label.safeParse({ ...LABEL, ...wrong }).success, Object.keys(wrong)[0]).toBe(false);
  }
  const { render_settings: look } = defaultSettings();
  expect(RenderSettings.safeParse({ ...look, labels: Array(9).fill(LABEL) }).success).toBe(false);
  // Settings that were stored before labels were known have none.
  const { labels: _labels, ...old } = look;
  expect(RenderSettings.parse(old).labels).toEqual([]);
});

test('labels go aside with their model and come back with it', () => {
  const [one, other] = ['1', '2'].map((digit) => ContentHash.parse(digit.repeat(64)));
  if (one === undefined || other === undefined) throw new Error('no hashes');
  const start = { ...defaultSettings(), model_hash: one, model_name: 'one' };
  const settings = { ...start, render_settings: { ...start.render_settings, labels: [LABEL] } };
  const away = changeModel(settings, other);
  expect(away.render_settings.labels).toEqual([]);
  expect(changeModel(away, one).render_settings.labels).toEqual([LABEL]);
});
