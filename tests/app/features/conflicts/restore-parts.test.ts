import { beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings, currentSettings } from '../../../../src/app/core/edit-settings.ts';
import { splitParts } from '../../../../src/app/core/project-parts.ts';
import type { LostPart } from '../../../../src/app/data/db.ts';
import { namePart } from '../../../../src/app/data/name-part.ts';
import { listConflicts } from '../../../../src/app/features/conflicts/list-conflicts.ts';
import { restoreParts } from '../../../../src/app/features/conflicts/restore-parts.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { mergeEdits } from '../../../../src/app/features/projects/merge-edits.ts';
import type { ProjectSettings } from '../../../../src/contract/http/projects.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';
import { makeModelMaterial } from '../../../support/library-items.ts';
import { makeView } from '../../../support/saved-view.ts';

let app: App;
let saved: ProjectSettings;
beforeEach(async () => {
  app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
  assignSettings(app, { model_materials: [makeModelMaterial(0), makeModelMaterial(1)] });
  saved = currentSettings(app);
});

/** This device did one thing, another did another; the merged project is open. */
function meet(mine: Partial<ProjectSettings>, theirs: Partial<ProjectSettings>): readonly LostPart[] {
  const merged = mergeEdits({ settings: { ...saved, ...mine }, saved }, { ...saved, ...theirs });
  assignSettings(app, merged.settings);
  return merged.lost;
}
const isInUse = (lost: readonly LostPart[]) =>
  listConflicts([{ projectKey: 'p', at: 0, lost }], currentSettings(app)).map((conflict) => conflict.isInUse);

test('a material comes back without touching the others, and goes again with one undo', () => {
  const [seat, legs] = saved.model_materials as [ProjectSettings['model_materials'][0], never];
  const lost = meet(
    { model_materials: [{ ...seat, color: '#ff0000' }, legs] },
    {
      model_materials: [
        { ...seat, color: '#00ff00' },
        { ...(legs as typeof seat), color: '#0000ff' },
      ],
    },
  );
  expect(isInUse(lost)).toEqual([false]);
  restoreParts(app, 'Back', lost);
  expect(currentSettings(app).model_materials.map(({ color }) => color)).toEqual(['#00ff00', '#0000ff']);
  expect(isInUse(lost)).toEqual([true]);
  app.commands.undo();
  expect(currentSettings(app).model_materials.map(({ color }) => color)).toEqual(['#ff0000', '#0000ff']);
});

test('a model comes back with all that belongs to it', () => {
  const theirs = {
    model_hash: ContentHash.parse('b'.repeat(64)),
    model_name: 'table.glb',
    model_materials: [makeModelMaterial(5)],
    render_settings: { ...saved.render_settings, hidden_nodes: [3] },
  };
  const mine = { model_hash: ContentHash.parse('c'.repeat(64)), model_name: 'lamp.glb', model_materials: [] };
  const lost = meet(mine, theirs);
  expect(currentSettings(app)).toMatchObject(mine);
  restoreParts(app, 'Back', lost);
  const { render_settings: look, ...rest } = theirs;
  const now = currentSettings(app);
  expect(now).toMatchObject(rest);
  expect(now.render_settings.hidden_nodes).toEqual(look.hidden_nodes);
  expect(now.render_settings.kept_standings.map(({ model_name }) => model_name)).toEqual(['lamp.glb']);
  expect(isInUse(lost)).toEqual([true]);
});

test('saved views that did not fit come back where there is room, all or none', () => {
  const views = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => makeView(from + index));
  const lost = meet({ camera_views: views(10, 15) }, { camera_views: views(50, 15) });
  expect(lost.map(({ part }) => part)).toEqual(['views']);
  expect(() => restoreParts(app, 'Back', lost)).toThrow('view-limit');
  expect(currentSettings(app).camera_views).toHaveLength(20);
  assignSettings(app, { camera_views: currentSettings(app).camera_views.slice(0, 5) });
  restoreParts(app, 'Back', lost);
  expect(currentSettings(app).camera_views).toHaveLength(15);
  expect(isInUse(lost)).toEqual([true]);
});

describe.each(['en', 'es'] as const)('in %s', (language) => {
  test('every part that can lose has a name of its own', () => {
    const late = LATE_TEXTS[language];
    const silent = ['look:auto_rotate'];
    const names = [...splitParts(saved), ...splitParts(saved, true), ['views', {}] as const]
      .filter(([part]) => !silent.includes(part))
      .map(([part, value]) => [part, namePart(late, { part, value }, saved)] as const);
    expect(names.filter(([, name]) => name === late.conflicts.otherPart)).toEqual([]);
    const byName = new Map(names.map(([part, name]) => [name, part]));
    expect(names.filter(([part, name]) => byName.get(name) !== part)).toEqual([]);
  });
});

test('what was set aside of one model is offered while the project shows it, and not for another', () => {
  const [mine, other] = ['aa', 'bb'].map((two) => ContentHash.parse(two.repeat(32)));
  const value = { model_materials: [{ id: 'seat', index: 0, entry: makeModelMaterial(0) }] };
  const lost: LostPart[] = [
    { part: 'material:seat', value, modelHash: mine! },
    { part: 'look:labels', value: { render_settings: { labels: [] } }, modelHash: mine! },
    { part: 'name', value: { name: 'Theirs' }, modelHash: mine! },
  ];
  const parts = (model_hash: ContentHash) =>
    listConflicts([{ projectKey: 'p', at: 0, lost }], { ...saved, model_hash }).map(({ part }) => part);
  expect(parts(mine!)).toEqual(['material:seat', 'look:labels', 'name']);
  expect(parts(other!)).toEqual(['name']);
});
