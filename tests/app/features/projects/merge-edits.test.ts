import { expect, test } from 'vitest';
import { listUnsent } from '../../../../src/app/dirty-fields.ts';
import { mergeEdits } from '../../../../src/app/features/projects/merge-edits.ts';
import { defaultSettings } from '../../../../src/app/features/projects/state.ts';
import { SavedView } from '../../../../src/contract/http/camera-views.ts';
import type { ProjectSettings } from '../../../../src/contract/http/projects.ts';

const makeView = (index: number, change: Partial<SavedView> = {}): SavedView =>
  SavedView.parse({
    uuid: `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`,
    id: index,
    name: `View ${index}`,
    pose: { position: [0, 0, 5], target: [0, 0, 0], up: [0, 1, 0], quaternion: [0, 0, 0, 1], fovDegrees: 45 },
    is_active: false,
    order: index,
    timestamp: 100,
    ...change,
  });
const project = (views: SavedView[], deleted: SavedView[] = [], at = 200): ProjectSettings => {
  const settings = defaultSettings('Chair');
  const deleted_views = deleted.map(({ uuid }) => ({ uuid, timestamp: at }));
  return {
    ...settings,
    camera_views: views,
    render_settings: { ...settings.render_settings, deleted_views },
  };
};
const names = (settings: ProjectSettings) => settings.camera_views.map(({ name }) => name);
const [one, two, three] = [makeView(1), makeView(2), makeView(3)];

test('this device’s edits win field by field, and what they replace is named', () => {
  const saved = project([]);
  const mine = { ...saved, name: 'Mine', creativity: 0.1 };
  const theirs = { ...saved, name: 'Theirs', description: 'theirs' };
  const { settings, replaced } = mergeEdits({ settings: mine, saved }, theirs);
  expect(settings).toMatchObject({ name: 'Mine', creativity: 0.1, description: 'theirs' });
  expect(replaced).toEqual(['name']);
});

test('views of both devices stand; nothing of the other’s is replaced', () => {
  const saved = project([one]);
  const merged = mergeEdits({ settings: project([one, two]), saved }, project([one, three]));
  expect(names(merged.settings)).toEqual(['View 1', 'View 2', 'View 3']);
  expect(merged.replaced).toEqual([]);
});

test('a view deleted here goes there, unless it was changed there afterwards', () => {
  const saved = project([one, two]);
  const mine = { settings: project([two]), saved };
  expect(names(mergeEdits(mine, project([one, two, three])).settings)).toEqual(['View 2', 'View 3']);
  const changed = makeView(1, { name: 'Changed', timestamp: 150 });
  expect(names(mergeEdits(mine, project([changed, two])).settings)).toEqual(['Changed', 'View 2']);
});

test('a view deleted there goes here, also from a list that was edited; a list cleared there stays cleared', () => {
  const saved = project([one, two]);
  const edited = { settings: project([one, makeView(2, { name: 'Two', timestamp: 150 })]), saved };
  expect(names(mergeEdits(edited, project([two], [one])).settings)).toEqual(['Two']);
  const cleared = mergeEdits({ settings: saved, saved }, project([], [one, two])).settings;
  expect([names(cleared), cleared.render_settings.deleted_views.length]).toEqual([[], 2]);
});

test('a deletion that was saved and then undone stays undone', () => {
  const saved = project([two], [one]);
  const merged = mergeEdits({ settings: project([one, two]), saved }, project([two, three], [one]));
  expect(names(merged.settings)).toEqual(['View 1', 'View 2', 'View 3']);
});

test('of more than twenty the newest stay, and the other device’s list is kept as a backup', () => {
  const many = (from: number, timestamp: number) =>
    Array.from({ length: 15 }, (_, index) => makeView(from + index, { timestamp }));
  const { settings, replaced } = mergeEdits(
    { settings: project(many(1, 300)), saved: project([]) },
    project(many(101, 200)),
  );
  expect(settings.camera_views).toHaveLength(20);
  expect(settings.camera_views.filter(({ timestamp }) => timestamp === 300)).toHaveLength(15);
  expect(replaced).toEqual(['camera_views']);
});

test('numbers the server gave and deletions it noted are no edits', () => {
  const saved = project([makeView(1, { backend_id: 7 })], [two]);
  expect(listUnsent(project([one]), saved)).toEqual([]);
});

test('of two last cameras the later one counts, and looking around replaces nothing of the other’s', () => {
  const saved = project([]);
  const look = (x: number, camera_at: number, exposure: number): ProjectSettings => ({
    ...saved,
    render_settings: {
      ...saved.render_settings,
      camera: { ...one.pose, position: [x, 0, 0] },
      camera_at,
      exposure,
    },
  });
  const merge = (mine: ProjectSettings, theirs: ProjectSettings) => {
    const { settings, replaced } = mergeEdits({ settings: mine, saved }, theirs);
    const { camera, exposure } = settings.render_settings;
    return [camera?.position[0], exposure, replaced];
  };
  const { exposure } = saved.render_settings;
  expect(merge(look(1, 10, exposure), look(2, 5, 2))).toEqual([1, 2, []]);
  expect(merge(look(1, 5, exposure), look(2, 10, 2))).toEqual([2, 2, []]);
  expect(merge(look(1, 5, 3), look(2, 10, 2))).toEqual([2, 3, ['render_settings']]);
});
