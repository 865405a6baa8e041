import { expect, test } from 'vitest';
import { freshSettings } from '../../../src/app/state/projects.ts';
import { joinSettingsEdits, makeSettingsEdit, reachTarget } from '../../../src/app/values/settings-edit.ts';
import type { ProjectSettings } from '../../../src/contract/http/projects.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import type { ModelMaterial } from '../../../src/contract/scene/dressed-material.ts';
import type { Label } from '../../../src/contract/scene/label.ts';
import { FLAT_LABEL } from '../../support/flat-label.ts';
import { makeModelMaterial } from '../../support/library-items.ts';

const [seat, legs, back, cover] = [0, 1, 2, 3].map((index) => makeModelMaterial(index)) as [
  ModelMaterial,
  ModelMaterial,
  ModelMaterial,
  ModelMaterial,
];
const settings = (entries: ModelMaterial[], change: Partial<ProjectSettings> = {}): ProjectSettings => ({
  ...freshSettings('Chair'),
  model_materials: entries,
  ...change,
});
const red = (entry: ModelMaterial): ModelMaterial => ({ ...entry, color: '#ff0000' });
const colours = ({ model_materials }: Partial<ProjectSettings>) => model_materials?.map(({ color }) => color);

test('both directions are whole: entries that change, come, go and stand between others', () => {
  const before = settings([seat, legs, back]);
  const after = [cover, seat, red(back)];
  const edit = makeSettingsEdit(before, { model_materials: after });
  expect(reachTarget(before, edit.after).model_materials).toEqual(after);
  expect(reachTarget(settings(after), edit.before).model_materials).toEqual(before.model_materials);
});

test('only what differs is kept, and what another device did to the rest in between stays', () => {
  const before = settings([seat, legs, back]);
  const edit = makeSettingsEdit(before, { model_materials: [seat, red(legs), back] });
  expect(edit.after.model_materials).toHaveLength(1);
  const meanwhile = settings([red(seat), red(legs)]);
  expect(colours(reachTarget(meanwhile, edit.before))).toEqual(['#ff0000', null]);
  const look = { ...before.render_settings, exposure: 1 };
  const light = makeSettingsEdit(before, { render_settings: look });
  expect(light.after.render_settings).toEqual({ exposure: 1 });
  const turned = settings([], { render_settings: { ...look, auto_rotate: true } });
  expect(reachTarget(turned, light.before).render_settings).toMatchObject({
    auto_rotate: true,
    exposure: before.render_settings.exposure,
  });
});

test('one label is undone without the others that another device has laid or changed in between', () => {
  const print = (letter: string, width = 4): Label => ({
    ...FLAT_LABEL,
    imageHash: ContentHash.parse(letter.repeat(64)),
    width,
  });
  const laid = (...labels: Label[]) => {
    const start = settings([]);
    return { ...start, render_settings: { ...start.render_settings, labels } };
  };
  const undone = (before: ProjectSettings, after: ProjectSettings, meanwhile: ProjectSettings) => {
    const { render_settings } = after;
    const edit = makeSettingsEdit(before, { render_settings });
    expect(reachTarget(before, edit.after).render_settings?.labels ?? before.render_settings.labels).toEqual(
      after.render_settings.labels,
    );
    return reachTarget(meanwhile, edit.before).render_settings?.labels;
  };
  const [front, back, cap] = [print('a'), print('b'), print('c')];
  expect(
    undone(laid(front, back), laid(print('a', 8), back), laid(print('a', 8), print('b', 6), cap)),
  ).toEqual([front, print('b', 6), cap]);
  expect(undone(laid(back), laid(back, front), laid(back, front, cap))).toEqual([back, cap]);
  expect(undone(laid(front, back), laid(back), laid(back, cap))).toEqual([front, back, cap]);
  // Of a list that was put in another order all is as it was.
  expect(undone(laid(front, back), laid(back, front), laid(back, front))).toEqual([front, back]);
});

test('two edits as one go back before the first, and forward after the second', () => {
  const start = settings([seat, legs]);
  const first = makeSettingsEdit(start, { model_materials: [red(seat), legs], background_fidelity: 0.2 });
  const between = { ...start, ...reachTarget(start, first.after) };
  const second = makeSettingsEdit(between, {
    model_materials: [red(seat), red(legs)],
    render_settings: { ...start.render_settings, exposure: 2 },
  });
  const end = { ...between, ...reachTarget(between, second.after) };
  const whole = joinSettingsEdits(first, second);
  expect({ ...end, ...reachTarget(end, whole.before) }).toEqual(start);
  expect({ ...start, ...reachTarget(start, whole.after) }).toEqual(end);
});
