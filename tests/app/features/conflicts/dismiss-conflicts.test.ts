import { expect, test } from 'vitest';
import { currentSettings } from '../../../../src/app/core/edit-settings.ts';
import { keepLost } from '../../../../src/app/data/keep-lost.ts';
import { dismissConflicts } from '../../../../src/app/features/conflicts/dismiss-conflicts.ts';
import { listConflicts } from '../../../../src/app/features/conflicts/list-conflicts.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../../support/fake-outside.ts';
import { makeView } from '../../../support/saved-view.ts';

const [CHAIR, TABLE] = [hashOf(new Uint8Array([1])), hashOf(new Uint8Array([2]))];

test('what is dismissed is what was listed: what was set aside of another model waits for that model', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer({ model_hash: CHAIR })));
  await loadActiveProject(app, 7, 'New');
  const key = app.state.project.key!;
  const show = async (hash: typeof CHAIR): Promise<void> => {
    app.state.project.settings.model_hash = hash;
    await app.db.projects.update(key, { settings: structuredClone(currentSettings(app)) });
  };
  const setAside = (pose: string, view: number) =>
    app.db.write(() =>
      keepLost(app.db, key, view, [
        { part: 'look:variant', value: { render_settings: { variant: pose } } },
        { part: 'views', value: { camera_views: [makeView(view)] } },
      ]),
    );
  const listed = async () =>
    listConflicts(await app.db.backups.toArray(), currentSettings(app)).map(({ part, value }) =>
      part === 'views' ? value.camera_views?.length : value.render_settings?.variant,
    );

  await setAside('red', 1);
  await show(TABLE);
  await setAside('oak', 2);
  // Saved views are of the project: none of them is set aside twice.
  expect(await listed()).toEqual(['oak', 2]);
  await dismissConflicts(app, key);
  expect(await listed()).toEqual([]);
  await show(CHAIR);
  expect(await listed()).toEqual(['red']);
  await dismissConflicts(app, key);
  expect(await app.db.backups.count()).toBe(0);
});
