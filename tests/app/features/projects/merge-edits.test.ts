import { describe, expect, test } from 'vitest';
import { mergeEdits } from '../../../../src/app/features/projects/merge-edits.ts';
import { freshSettings } from '../../../../src/app/state/projects.ts';
import { listUnsent } from '../../../../src/app/values/dirty-fields.ts';
import { SavedView } from '../../../../src/contract/http/camera-views.ts';
import type { ProjectSettings } from '../../../../src/contract/http/projects.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import type { ModelMaterial } from '../../../../src/contract/scene/dressed-material.ts';
import { swapStandings } from '../../../../src/contract/scene/swap-standings.ts';
import { makeModelMaterial } from '../../../support/library-items.ts';

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
  const settings = freshSettings('Chair');
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
  const { settings, lost } = mergeEdits({ settings: mine, saved }, theirs);
  expect(settings).toMatchObject({ name: 'Mine', creativity: 0.1, description: 'theirs' });
  expect(lost).toEqual([{ part: 'name', value: { name: 'Theirs' } }]);
});

test('views of both devices stand; nothing of the other’s is replaced', () => {
  const saved = project([one]);
  const merged = mergeEdits({ settings: project([one, two]), saved }, project([one, three]));
  expect(names(merged.settings)).toEqual(['View 1', 'View 2', 'View 3']);
  expect(merged.lost).toEqual([]);
});

test('of two views that were saved at once with one name, one has the next; who names two alike keeps that', () => {
  const saved = project([one]);
  const uuid = makeView(7).uuid;
  const theirs = project([one, two, three]);
  const twin = makeView(2, { uuid });
  const merged = mergeEdits({ settings: project([one, twin]), saved }, theirs).settings;
  expect(names(merged).sort()).toEqual(['View 1', 'View 2', 'View 3', 'View 4']);
  // It is a newer state of that view: wherever it had gone before, the name comes after it.
  expect(merged.camera_views.find((view) => view.uuid === uuid)).toMatchObject({
    name: 'View 4',
    timestamp: 101,
  });
  // There is nothing to do about it a second time, on this side or on the other.
  expect(names(mergeEdits({ settings: merged, saved: theirs }, merged).settings)).toEqual(names(merged));
  expect(names(mergeEdits({ settings: theirs, saved: theirs }, merged).settings)).toEqual(names(merged));

  const alike = project([one, makeView(3, { name: 'View 1' })]);
  expect(names(mergeEdits({ settings: alike, saved: project([one]) }, project([one, two])).settings)).toEqual(
    ['View 1', 'View 2', 'View 1'],
  );
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
  const { settings, lost } = mergeEdits(
    { settings: project(many(1, 300)), saved: project([]) },
    project(many(101, 200)),
  );
  expect(settings.camera_views).toHaveLength(20);
  expect(settings.camera_views.filter(({ timestamp }) => timestamp === 300)).toHaveLength(15);
  expect(lost.map(({ part, value }) => [part, value.camera_views?.length])).toEqual([['views', 10]]);
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
    const { settings, lost } = mergeEdits({ settings: mine, saved }, theirs);
    const { camera, exposure } = settings.render_settings;
    return [camera?.position[0], exposure, lost.map(({ part }) => part)];
  };
  const { exposure } = saved.render_settings;
  expect(merge(look(1, 10, exposure), look(2, 5, 2))).toEqual([1, 2, []]);
  expect(merge(look(1, 5, exposure), look(2, 10, 2))).toEqual([2, 2, []]);
  expect(merge(look(1, 5, 3), look(2, 10, 2))).toEqual([2, 3, ['look:exposure']]);
});

/** What comes out, and the names of what does not stand. */
const merge = (saved: ProjectSettings, mine: Partial<ProjectSettings>, theirs: Partial<ProjectSettings>) => {
  const { settings, lost } = mergeEdits({ settings: { ...saved, ...mine }, saved }, { ...saved, ...theirs });
  return { settings, parts: lost.map(({ part }) => part), lost };
};
const look = (saved: ProjectSettings, change: Partial<ProjectSettings['render_settings']>) => ({
  render_settings: { ...saved.render_settings, ...change },
});

test('of the render settings each single one is a part', () => {
  const saved = project([]);
  const { settings, parts } = merge(saved, look(saved, { exposure: 2, shadow_intensity: 0.2 }), {
    ...look(saved, { quality: 'high', shadow_intensity: 0.7 }),
  });
  expect(settings.render_settings).toMatchObject({ exposure: 2, quality: 'high', shadow_intensity: 0.2 });
  expect(parts).toEqual(['look:shadow_intensity']);
});

test('the same value set on both sides is no conflict, nor is what this device sent itself', () => {
  const saved = project([]);
  expect(merge(saved, { name: 'Same' }, { name: 'Same' }).parts).toEqual([]);
  const mine = { settings: { ...saved, name: 'Typed since' }, saved };
  expect(mergeEdits(mine, { ...saved, name: 'Sent' }, { name: 'Sent' }).lost).toEqual([]);
});

test('fields that one press sets together are not torn apart', () => {
  const saved = project([]);
  const { settings, parts } = merge(
    saved,
    { background_color: '#ff0000' },
    { background_id: 5 as ProjectSettings['background_id'], background_color: null },
  );
  expect(settings).toMatchObject({ background_id: null, background_color: '#ff0000' });
  expect(parts).toEqual(['background']);
});

describe('materials, each by its id', () => {
  const [seat, legs] = [makeModelMaterial(0), makeModelMaterial(1)];
  const saved = { ...project([]), model_materials: [seat, legs] };
  const with_ = (...model_materials: ModelMaterial[]) => ({ model_materials });

  test('different ones keep what was done on both sides; of the same one this device’s stands', () => {
    const red = { ...seat, color: '#ff0000' };
    const blue = { ...legs, color: '#0000ff' };
    const disjoint = merge(saved, with_(red, legs), with_(seat, blue));
    expect(disjoint.settings.model_materials).toEqual([red, blue]);
    expect(disjoint.parts).toEqual([]);
    const green = { ...seat, color: '#00ff00' };
    const same = merge(saved, with_(red, legs), with_(green, blue));
    expect(same.settings.model_materials).toEqual([red, blue]);
    expect(same.lost).toMatchObject([
      { part: `material:${seat.id}`, value: { model_materials: [{ entry: green }] } },
    ]);
  });

  test('one taken away here goes, and one that is new there comes; what was done there to a gone one is kept', () => {
    const fresh = { ...makeModelMaterial(2), instanceIndex: 32_768, nodes: [1] };
    const green = { ...seat, color: '#00ff00' };
    const { settings, parts } = merge(saved, with_(legs), with_(green, legs, fresh));
    expect(settings.model_materials).toEqual([legs, fresh]);
    expect(parts).toEqual([`material:${seat.id}`]);
  });

  test('parts that both sides gave a material of their own have different numbers on the stage', () => {
    const own = (index: number, node: number) => ({
      ...makeModelMaterial(index),
      instanceIndex: 32_768,
      nodes: [node],
    });
    const { settings } = merge(saved, with_(seat, legs, own(2, 1)), with_(seat, legs, own(3, 7)));
    const numbers = settings.model_materials
      .slice(2)
      .map(({ instanceIndex, nodes }) => [nodes[0], instanceIndex]);
    expect(new Map(numbers as [number, number][])).toEqual(
      new Map([
        [7, 32_768],
        [1, 32_769],
      ]),
    );
  });

  test('another model comes with its materials and how it stands, whoever brought it', () => {
    const other = ContentHash.parse('b'.repeat(64));
    const brought = {
      model_hash: other,
      model_name: 'table.glb',
      ...with_(makeModelMaterial(7)),
      ...look(saved, { hidden_nodes: [3] }),
    };
    const dyed = { ...with_({ ...seat, color: '#ff0000' }, legs), name: 'Mine' };
    const there = merge(saved, dyed, brought);
    expect(there.settings).toMatchObject({ ...brought, name: 'Mine' });
    expect(there.lost).toMatchObject([
      {
        part: 'model',
        value: { model_hash: saved.model_hash, model_materials: [{ entry: { color: '#ff0000' } }, {}] },
      },
    ]);
    const here = merge(saved, brought, dyed);
    expect(here.settings).toMatchObject({ ...brought, name: 'Mine' });
    expect(here.parts).toEqual(['model']);
  });
});

test('parts that were hidden and shown on both sides are as each left them', () => {
  const base = project([]);
  const saved = { ...base, ...look(base, { hidden_nodes: [1, 2] }) };
  const { settings, parts } = merge(
    saved,
    look(saved, { hidden_nodes: [2, 3] }),
    look(saved, { hidden_nodes: [1, 2, 4] }),
  );
  expect(settings.render_settings.hidden_nodes).toEqual([2, 3, 4]);
  expect(parts).toEqual([]);
});

describe('two devices show different models', () => {
  const [CHAIR, LAMP, SOFA] = ['a', 'b', 'c'].map((letter) => ContentHash.parse(letter.repeat(64)));
  /** The project as it is once another model has come, of which a view was saved and a part dressed. */
  const change = (before: ProjectSettings, hash: ContentHash, view: SavedView): ProjectSettings => {
    const { kept } = swapStandings(before, hash);
    return {
      ...before,
      model_hash: hash,
      model_name: hash[0]!,
      model_materials: [makeModelMaterial(0, { color: `#${hash.slice(0, 6)}` })],
      camera_views: [...before.camera_views, { ...view, model_hash: hash }],
      render_settings: { ...before.render_settings, camera: view.pose, kept_standings: kept },
    };
  };
  const saved = change(project([]), CHAIR!, one);
  const coloursOf = ({ render_settings }: ProjectSettings) =>
    render_settings.kept_standings.map(({ model_hash, model_materials }) => [
      model_hash,
      model_materials[0]?.color,
    ]);

  test('the views of all models stand, and the models that do not are kept as each side left them', () => {
    const mine = change(saved, LAMP!, two);
    const { settings } = mergeEdits({ settings: mine, saved }, change(saved, SOFA!, three));
    expect(settings.model_hash).toBe(LAMP);
    expect(names(settings)).toEqual(['View 1', 'View 2', 'View 3']);
    expect(coloursOf(settings)).toEqual([
      [SOFA, '#cccccc'],
      [CHAIR, '#aaaaaa'],
    ]);
  });

  test('what was done here to the model that another device took away waits with it', () => {
    const edited = { ...saved, model_materials: [makeModelMaterial(0, { color: '#123456' })] };
    const { settings } = mergeEdits({ settings: edited, saved }, change(saved, LAMP!, two));
    expect(settings.model_hash).toBe(LAMP);
    expect(settings.render_settings.camera).toEqual(two.pose);
    expect(coloursOf(settings)).toEqual([[CHAIR, '#123456']]);
  });

  test('a model that rests here and was dressed and left on another device is kept as it was dressed there, seen by the later camera', () => {
    const dressed = { ...saved, model_materials: [makeModelMaterial(0, { color: '#ff0000' })] };
    const merge = (mine: ProjectSettings) => {
      const { settings } = mergeEdits({ settings: mine, saved }, change(dressed, LAMP!, two));
      const kept = settings.render_settings.kept_standings.at(-1);
      return [settings.model_hash, coloursOf(settings), kept?.camera];
    };
    expect(merge({ ...saved, name: 'Mine' })).toEqual([LAMP, [[CHAIR, '#ff0000']], one.pose]);
    const around = { ...saved, ...look(saved, { camera: three.pose, camera_at: 9 }) };
    expect(merge(around)).toEqual([LAMP, [[CHAIR, '#ff0000']], three.pose]);
    expect(merge(change(saved, SOFA!, three))).toEqual([
      SOFA,
      [
        [LAMP, '#bbbbbb'],
        [CHAIR, '#ff0000'],
      ],
      one.pose,
    ]);
  });
});
