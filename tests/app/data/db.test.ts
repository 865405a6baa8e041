import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/app/data/db.ts';
import { writeOrderFields } from '../../../src/app/features/order/write-order-fields.ts';
import { freshSettings } from '../../../src/app/state/projects.ts';
import type { ModelRow } from '../../../src/app/values/model-table.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import { makeSketch } from '../../support/light-map-app.ts';
import { makeOrderRequest } from '../../support/order-request.ts';
import { makeView } from '../../support/saved-view.ts';

test('projects and models that were kept by an older version read with the fields of today', async () => {
  const name = randomUUID();
  const settings = freshSettings('Chair');
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
    isSample: true,
    settings: { ...settings, name: 'Edited', render_settings: look },
    saved: { ...settings, render_settings: look },
  });
  await older.table('models').add({ hash: 'b', report: { detection: { system: 'Z_UP', confidence: 0.6 } } });
  older.close();
  const db = openDatabase(name, indexedDB, IDBKeyRange);
  expect(await db.run(() => db.projects.toArray())).toEqual([
    { ...row, sample: null, settings: { ...settings, name: 'Edited' }, saved: settings },
  ]);
  const detection = { system: 'Z_UP', confidence: 0.6, evidence: [], isLengthwise: false };
  expect(await db.run(() => db.models.toArray())).toMatchObject([{ report: { detection } }]);
  db.close();
});

test('an order that an older version kept at rest goes out as the bytes it was', async () => {
  const name = randomUUID();
  const request = makeOrderRequest({ seed: '7', engine: 'comfyui', outputPx: 4096 });
  const fields = writeOrderFields(request);
  const older = new Dexie(name);
  older.version(13).stores({ outbox: '++seq, &key, stream, userId' });
  const rest = { files: [], isOffline: false, price: 4 };
  const order = { kind: 'order-render', ...rest };
  const save = { kind: 'save-project', frozen: null };
  await older.table('outbox').bulkAdd([
    { key: 'a', work: save },
    { key: 'b', work: { ...order, fields } },
  ]);
  older.close();
  const db = openDatabase(name, indexedDB, IDBKeyRange);
  const works = (await db.run(() => db.outbox.toArray())).map(({ work }) => work);
  expect(works).toEqual([save, { ...order, request }]);
  db.close();
});

test('what is known of a model is stored as one text, and is one object for all who read it', async () => {
  const name = randomUUID();
  const db = openDatabase(name, indexedDB, IDBKeyRange);
  const report = {
    materials: [],
    nodes: [{ index: 0, name: 'Seat', parent: null, hasMesh: true, materials: [] }],
  };
  const row = {
    hash: ContentHash.parse('b'.repeat(64)),
    name: 'chair.glb',
    sizeBytes: 1,
    report,
    addedAt: 2,
  };
  await db.run(() => db.models.put(row as unknown as ModelRow));
  expect(await db.run(() => db.models.get(row.hash))).toEqual(row);
  db.close();

  const again = openDatabase(name, indexedDB, IDBKeyRange);
  const [one, other] = [await again.models.get(row.hash), (await again.models.toArray())[0]];
  expect(one).toEqual(row);
  expect(other?.report).toBe(one?.report);
  again.close();
  const raw = await new Dexie(name).open();
  expect(await raw.table('models').toArray()).toEqual([{ ...row, report: JSON.stringify(report) }]);
  raw.close();
});

test('gradients of two colours that were kept by an older version have stops', async () => {
  const name = randomUUID();
  const settings = freshSettings('Chair');
  const old = { from: '#c9cdd1', to: '#3a4a5e' };
  const look = { ...settings.render_settings, background_gradient: old };
  const older = new Dexie(name);
  older.version(6).stores({ projects: 'key', looks: 'id', backups: '++id' });
  const whole = { ...settings, render_settings: look };
  await older.table('projects').add({ key: 'a', settings: whole, saved: whole });
  await older.table('looks').bulkAdd([
    { id: 'one', look: { background_gradient: old } },
    { id: 'two', look: { background_gradient: null } },
  ]);
  await older
    .table('backups')
    .bulkAdd([{ settings: { render_settings: look } }, { settings: { name: 'B' } }]);
  older.close();
  const db = openDatabase(name, indexedDB, IDBKeyRange);
  const background_gradient = {
    kind: 'linear',
    angleDegrees: 180,
    stops: [
      { at: 0, colour: old.from },
      { at: 1, colour: old.to },
    ],
  };
  const renewed = { render_settings: { background_gradient } };
  // What looks of that time did not know is as a project begins.
  const { floor, light_rig } = settings.render_settings;
  const begun = { floor, light_rig };
  expect(await db.run(() => db.projects.toArray())).toMatchObject([{ settings: renewed, saved: renewed }]);
  expect(await db.run(() => db.looks.toArray())).toEqual([
    { id: 'one', look: { ...begun, background_gradient } },
    { id: 'two', look: { ...begun, background_gradient: null } },
  ]);
  // Nothing could show them.
  expect(await db.run(() => db.backups.toArray())).toEqual([]);
  db.close();
});

test('views and sketches that were kept by an older version are of the model that their project shows', async () => {
  const name = randomUUID();
  const older = new Dexie(name);
  older.version(9).stores({ projects: 'key, userId, serverId', sketches: 'id, projectKey' });
  const hash = (letter: string) => ContentHash.parse(letter.repeat(64));
  const { model_hash: _none, ...view } = makeView(1);
  const settings = { ...freshSettings('Chair'), camera_views: [view] };
  const [shown, saved] = ['a', 'b'].map((letter) => ({ ...settings, model_hash: hash(letter) }));
  await older.table('projects').add({ key: 'a', userId: 7, serverId: 31, settings: shown, saved });
  const { modelHash: _no, ...sketch } = makeSketch({ projectKey: 'a' });
  await older.table('sketches').add(sketch);
  older.close();
  const db = openDatabase(name, indexedDB, IDBKeyRange);
  const [row] = await db.run(() => db.projects.toArray());
  expect(row?.settings.camera_views).toEqual([{ ...view, model_hash: hash('a') }]);
  expect(row?.saved.camera_views).toEqual([{ ...view, model_hash: hash('b') }]);
  expect(await db.run(() => db.sketches.toArray())).toEqual([{ ...sketch, modelHash: hash('a') }]);
  db.close();
});

test('in projects that were kept before files had lights, those are off', async () => {
  const name = randomUUID();
  const older = new Dexie(name);
  older.version(16).stores({ projects: 'key, userId, serverId' });
  const { render_settings: look, ...rest } = freshSettings('Lamp');
  const { file_lights: _none, ...known } = look;
  const settings = { ...rest, render_settings: known };
  await older.table('projects').add({ key: 'a', userId: 7, serverId: 31, settings, saved: settings });
  older.close();
  const db = openDatabase(name, indexedDB, IDBKeyRange);
  const [row] = await db.run(() => db.projects.toArray());
  for (const one of [row?.settings, row?.saved])
    expect(one?.render_settings).toEqual({ ...known, file_lights: { isOn: false, strength: 1 } });
  db.close();
});

test('a connection that the browser ended is opened again, and what was asked is asked once more', async () => {
  const opened: IDBDatabase[] = [];
  const factory = new Proxy(indexedDB, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const request = value.apply(target, given) as IDBOpenDBRequest;
        if (key === 'open') request.addEventListener('success', () => opened.push(request.result));
        return request;
      };
    },
  });
  const db = openDatabase(randomUUID(), factory, IDBKeyRange);
  await db.run(() => db.kv.put({ key: 'draft', value: 'typed' }));
  // As WebKit does it to a page in the background: nobody is told.
  opened[0]?.close();
  expect(await db.run(() => db.kv.get('draft'))).toEqual({ key: 'draft', value: 'typed' });
  opened[1]?.close();
  await db.write(async () => {
    await db.kv.put({ key: 'draft', value: 'typed again' });
  });
  expect(await db.run(() => db.kv.get('draft'))).toEqual({ key: 'draft', value: 'typed again' });
  expect(opened).toHaveLength(3);
  db.close();
});

/** What IndexedDB throws at every write of a row while a connection is ended under it. */
function loseWrites(name: string, times: number) {
  const put = IDBObjectStore.prototype.put;
  let left = times;
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...row
  ) {
    if (left-- > 0) throw new DOMException('The connection was closed.', name);
    return put.apply(this, row);
  });
}

test('a connection that is ended once more while it is opened again is opened a third time', async () => {
  const db = openDatabase(randomUUID(), indexedDB, IDBKeyRange);
  const lost = loseWrites('AbortError', 2);
  await db.write(() => db.kv.put({ key: 'draft', value: 'typed' }));
  expect(lost).toHaveBeenCalledTimes(3);
  lost.mockRestore();
  expect(await db.run(() => db.kv.get('draft'))).toEqual({ key: 'draft', value: 'typed' });
  db.close();
});

test('connections that end without end are a failure in words, of one row and of many', async () => {
  const db = openDatabase(randomUUID(), indexedDB, IDBKeyRange);
  const rows = ['a', 'b'].map((key) => ({ key, value: 1 }));
  await db.run(() => db.kv.bulkPut(rows));
  const lost = loseWrites('AbortError', Number.POSITIVE_INFINITY);
  const unavailable = { failure: { code: 'device-storage-unavailable' } };
  await expect(db.write(() => db.kv.put({ key: 'a', value: 2 }))).rejects.toMatchObject(unavailable);
  await expect(db.run(() => db.kv.bulkPut(rows))).rejects.toMatchObject(unavailable);
  await expect(db.run(() => db.kv.toCollection().modify({ value: 2 }))).rejects.toMatchObject(unavailable);
  lost.mockRestore();
  expect(await db.run(() => db.kv.toArray())).toEqual(rows);
  db.close();
});

test('a cancelled work is not asked for again, and is a cancellation', async () => {
  const db = openDatabase(randomUUID(), indexedDB, IDBKeyRange);
  const cancelled = new DOMException('Nobody waits for it.', 'AbortError');
  const work = vi.fn(() => Promise.reject(cancelled));
  await expect(db.run(work)).rejects.toBe(cancelled);
  expect(work).toHaveBeenCalledTimes(1);
  await expect(db.write(work)).rejects.toBe(cancelled);
  expect(work).toHaveBeenCalledTimes(2);
  db.close();
});

test('many rows that find no room say so', async () => {
  const told: boolean[] = [];
  const db = openDatabase(randomUUID(), indexedDB, IDBKeyRange, { onRoom: (hasRoom) => told.push(hasRoom) });
  const full = loseWrites('QuotaExceededError', Number.POSITIVE_INFINITY);
  const rows = ['a', 'b'].map((key) => ({ key, value: 1 }));
  await expect(db.write(() => db.kv.bulkPut(rows))).rejects.toMatchObject({
    failure: { code: 'device-storage-full' },
  });
  full.mockRestore();
  expect(told).toEqual([false]);
  db.close();
});

test('a write that finds no room says so, and so does the first one that does', async () => {
  const told: boolean[] = [];
  const db = openDatabase(randomUUID(), indexedDB, IDBKeyRange, { onRoom: (hasRoom) => told.push(hasRoom) });
  const write = () => db.write(() => db.kv.put({ key: 'a', value: 1 }));
  await write();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  await expect(write()).rejects.toMatchObject({ failure: { code: 'device-storage-full' } });
  full.mockRestore();
  await write();
  expect(told).toEqual([true, false, true]);
  db.close();
});

/** A version of the page that is to come opens the database. Resolves once it has it. */
function openNewer(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 10_000);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
const readKeys = (db: IDBDatabase): Promise<readonly unknown[]> =>
  new Promise((resolve) => {
    const request = db.transaction('kv').objectStore('kv').getAllKeys();
    request.onsuccess = () => resolve(request.result);
  });

test('a newer version waits for the last words of an old tab, which keeps nothing from then on', async () => {
  const name = randomUUID();
  const put = (key: string) => db.write(() => db.kv.put({ key, value: 1 }));
  const db = openDatabase(name, indexedDB, IDBKeyRange, { onNewer: () => put('last word').then(() => {}) });
  await put('before');
  const newer = await openNewer(name);
  await expect(put('too late')).rejects.toMatchObject({ failure: { code: 'device-storage-newer' } });
  await expect(db.run(() => db.kv.toArray())).rejects.toMatchObject({
    failure: { code: 'device-storage-newer' },
  });
  expect(await readKeys(newer)).toEqual(['before', 'last word']);
  newer.close();
});

test('a database of a newer version is left alone', async () => {
  const name = randomUUID();
  const first = openDatabase(name, indexedDB, IDBKeyRange);
  await first.write(() => first.kv.put({ key: 'newer', value: { shape: 'of tomorrow' } }));
  first.close();
  const newer = await openNewer(name);
  const told: string[] = [];
  const db = openDatabase(name, indexedDB, IDBKeyRange, { onNewer: () => void told.push('newer') });
  for (const attempt of [
    () => db.write(() => db.kv.put({ key: 'older', value: 1 })),
    () => db.run(() => db.kv.toArray()),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ failure: { code: 'device-storage-newer' } });
  }
  expect(told).toEqual(['newer']);
  expect(await readKeys(newer)).toEqual(['newer']);
  newer.close();
});

test('a browser that gives no database is a failure in words, at every call', async () => {
  const refusing = {
    open() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  } as unknown as IDBFactory;
  const db = openDatabase(randomUUID(), refusing, IDBKeyRange);
  for (const attempt of [
    () => db.run(() => db.kv.toArray()),
    () => db.write(() => db.kv.put({ key: 'a', value: 1 })),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ failure: { code: 'device-storage-unavailable' } });
  }
});
