import { expect, test } from 'vitest';
import { listHere } from '../../../../src/app/features/device/list-here.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

test('what is drawn for another project is listed with its name, in the sequence in which it is drawn', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'Chair');
  const open = app.state.project.key!;
  const chair = (await app.db.projects.get(open))!;
  await app.db.projects.add({ ...chair, key: 'lamp', settings: { ...chair.settings, name: 'Lamp' } });
  const row = (key: string, projectKey: string, state: string, createdAt: number) =>
    ({ key, projectKey, state, createdAt, userId: 7 }) as never;
  await app.db.deviceRenders.bulkAdd([
    row('mine', open, 'waiting', 3),
    row('first', 'lamp', 'drawing', 1),
    row('lost', 'gone', 'failed', 2),
    row('done', 'lamp', 'finished', 0),
    { key: 'theirs', projectKey: open, state: 'waiting', createdAt: 4, userId: 8 } as never,
  ]);
  const listed = await listHere(app, 7, open);
  expect(listed.map((one) => [one.row.key, one.otherProject])).toEqual([
    ['first', 'Lamp'],
    ['lost', undefined],
    ['mine', null],
  ]);
  // Nothing is open: each says what it is of.
  expect((await listHere(app, 7, null))[2]?.otherProject).toBe('Chair');
});
