import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/app/db.ts';
import { defaultSettings } from '../../src/app/features/projects/state.ts';

test('projects and models that were kept by an older version read with the fields of today', async () => {
  const name = randomUUID();
  const settings = defaultSettings('Chair');
  const {
    up_axis: _axis,
    deleted_views: _views,
    model_transform: _matrix,
    ...look
  } = settings.render_settings;
  const older = new Dexie(name);
  older.version(1).stores({ projects: 'key, userId, serverId', models: 'hash' });
  const row = { key: 'a', userId: 7, serverId: 31, revision: 4 };
  await older.table('projects').add({
    ...row,
    settings: { ...settings, name: 'Edited', render_settings: look },
    saved: { ...settings, render_settings: look },
  });
  await older.table('models').add({ hash: 'b', report: { detection: { system: 'Z_UP', confidence: 0.6 } } });
  older.close();
  const db = openDatabase(name, indexedDB, IDBKeyRange);
  expect(await db.run(() => db.projects.toArray())).toEqual([
    { ...row, settings: { ...settings, name: 'Edited' }, saved: settings },
  ]);
  const detection = { system: 'Z_UP', confidence: 0.6, evidence: [], isLengthwise: false };
  expect(await db.run(() => db.models.toArray())).toMatchObject([{ report: { detection } }]);
  db.close();
});
