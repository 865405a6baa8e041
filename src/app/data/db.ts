import { Dexie, type Table, type Transaction } from 'dexie';
import { AppError, isAbort } from '../../contract/failure.ts';
import type { SavedView } from '../../contract/http/camera-views.ts';
import type { ProjectSettings, SampleWords } from '../../contract/http/projects.ts';
import type { ContentHash, ProjectId } from '../../contract/ids.ts';
import type { DeviceRenderRow } from '../values/device-render.ts';
import type { EnvironmentRow } from '../values/environment-row.ts';
import type { LookRow } from '../values/look-row.ts';
import { type ModelTable, openModelTable, packReports, type StoredModel } from '../values/model-table.ts';
import type { SettingsTarget } from '../values/settings-edit.ts';
import type { SketchRow, SketchStateRow } from '../values/sketch.ts';
import type { StepRow } from './command-log.ts';
import { guardVersion } from './guard-version.ts';
import type { OutboxRow } from './outbox-row.ts';
import {
  renewFloor,
  renewGradient,
  renewModel,
  renewModels,
  renewOrder,
  renewProject,
  renewSamples,
} from './renew-rows.ts';
import { watchQuery } from './watch-query.ts';

/** The working copy of a project on this device. Survives sign-out; only its owner sees it again (K10). */
export interface ProjectRow {
  /** Made on the device, so that a project can exist before the server knows it. */
  readonly key: string;
  readonly userId: number;
  readonly serverId: ProjectId | null;
  /** `created_at` of the project that the server had under that number; absent where this device never heard it. */
  readonly madeAt?: string | null;
  /** The server's revision that `saved` is. */
  readonly revision: number;
  /**
   * The first after it that a write of a single part made here, behind another device's change, which is not in `saved`. None where it is
   * absent, or not greater.
   */
  readonly seenRevision?: number;
  /** Null for one that is no copy of the sample project. */
  readonly sample: SampleWords | null;
  readonly settings: ProjectSettings;
  /** What the server has. Fields that differ are dirty. */
  readonly saved: ProjectSettings;
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
}

/** A part of a project (`project-parts.ts`) that was set on two devices, with the value that does not stand. */
export interface LostPart {
  readonly part: string;
  readonly value: LostValue;
  /** The model that the project had then; absent in what older versions set aside. */
  readonly modelHash?: ContentHash | null;
}
/** Of the part `views` the saved views that found no room, of any other what an edit would set. */
export type LostValue = SettingsTarget & { readonly camera_views?: readonly SavedView[] };

/** The person's work that lost against another device's, kept until it is brought back or dismissed. */
export interface BackupRow {
  readonly id?: number;
  readonly projectKey: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly lost: readonly LostPart[];
}

/** A copy of a project's saved views; the newest five of a name are kept (S2 4). */
export interface ViewBackupRow {
  readonly id?: number;
  /** Of the project and its model. */
  readonly name: string;
  /** Read with care: it may be older than what is known of views. */
  readonly backup: unknown;
}

export interface KeyValueRow {
  readonly key: string;
  readonly value: unknown;
}

/** Small rows on this device; large bytes are in the storage worker, named by hash. */
export interface Database {
  readonly projects: Table<ProjectRow, string>;
  readonly models: ModelTable;
  readonly outbox: Table<OutboxRow, number>;
  readonly backups: Table<BackupRow, number>;
  readonly kv: Table<KeyValueRow, string>;
  readonly sketches: Table<SketchRow, string>;
  readonly sketchStates: Table<SketchStateRow, string>;
  readonly viewBackups: Table<ViewBackupRow, number>;
  readonly looks: Table<LookRow, string>;
  readonly environments: Table<EnvironmentRow, string>;
  readonly deviceRenders: Table<DeviceRenderRow, string>;
  readonly steps: Table<StepRow, [projectKey: string, position: number]>;
  /**
   * Runs work and, when the connection was lost (WebKit ends it in the background), reopens and runs it once more.
   * @throws AppError `device-storage-full`, `device-storage-newer`, `device-storage-unavailable`.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** All or nothing over every table. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Calls `listener` now and after every write that changes the answer, also of other tabs.
   *
   * @param paceMs Between two answers at least: for a query that reads thousands of rows while each of them changes.
   */
  watch<T>(query: () => Promise<T>, listener: (value: T) => void, paceMs?: number): () => void;
  close(): void;
}

/** The browser gives this page no database: site data is blocked, or the window is a private one that keeps nothing. */
const REFUSED = new Set(['SecurityError', 'OpenFailedError', 'MissingAPIError']);
const LOST_CONNECTION = new Set(['UnknownError', 'InvalidStateError', 'DatabaseClosedError', 'AbortError']);
/** How often what was asked is asked of a connection: storage that is cleared ends more than one. */
const MAX_TRIES = 3;

/** Who is told of what a page can do nothing about by itself. */
export interface DatabaseListeners {
  /** After every `write`: whether there was room for it. */
  readonly onRoom?: (hasRoom: boolean) => void;
  /** A newer version of the page has it, see {@link guardVersion}. */
  readonly onNewer?: () => Promise<void> | void;
}

/**
 * Opens lazily, at the first call. `strict`: a row that resolved is on the disk (measured: 0.5 ms dearer).
 * Once a newer version of the page has it every call throws `device-storage-newer`.
 */
export function openDatabase(
  name: string,
  indexedDB: IDBFactory,
  keyRange: typeof IDBKeyRange,
  { onRoom = () => {}, onNewer = () => {} }: DatabaseListeners = {},
): Database {
  const dexie = new Dexie(name, {
    indexedDB,
    IDBKeyRange: keyRange,
    chromeTransactionDurability: 'strict',
    // With it a live query misses what another tab deletes while a count of the same table is watched (seen with Dexie 4.4.7).
    cache: 'disabled',
  });
  dexie.version(1).stores({
    projects: 'key, userId, serverId',
    models: 'hash',
    outbox: '++seq, &key, stream, userId',
    backups: '++id, projectKey',
    kv: 'key',
  });
  // Settings that a project did not have then get their defaults, and detections of models no evidence.
  const renewProjects = (transaction: Transaction) =>
    transaction.table('projects').toCollection().modify(renewProject);
  dexie.version(2).upgrade(async (transaction) => {
    await renewProjects(transaction);
    await transaction.table('models').toCollection().modify(renewModel);
  });
  dexie.version(3).stores({ viewBackups: '++id, name' });
  dexie.version(4).stores({ sketches: 'id, projectKey' });
  dexie.version(5).upgrade(renewProjects);
  dexie.version(6).stores({ looks: 'id, userId' }).upgrade(renewProjects);
  dexie.version(7).upgrade(async (transaction) => {
    await renewProjects(transaction);
    await transaction
      .table('looks')
      .toCollection()
      .modify(({ look }) => renewGradient(look));
  });
  dexie.version(8).stores({ steps: '[projectKey+position], projectKey, userId' });
  // Older backups could be reached from a notice alone, and that is gone.
  dexie.version(9).upgrade((transaction) => transaction.table('backups').clear());
  // Views and sketches say whose they are.
  dexie.version(10).upgrade(renewModels);
  dexie.version(11).stores({ sketchStates: 'id, projectKey' });
  // What a sample says by itself the server tells when the project opens.
  dexie.version(12).upgrade(renewSamples);
  dexie.version(13).upgrade(packReports);
  // Orders at rest were the text fields that they would send.
  dexie.version(14).upgrade((transaction) => transaction.table('outbox').toCollection().modify(renewOrder));
  // The last user and what the instance offers are known before this database is opened, and stand in local storage.
  dexie.version(15).upgrade((transaction) => transaction.table('kv').bulkDelete(['lastUser', 'lastConfig']));
  // Projects and looks say where the product stands and what the floor is made of; surroundings of one's own are kept, and
  // labels on the product.
  dexie
    .version(16)
    .stores({ environments: 'id, userId' })
    .upgrade(async (transaction) => {
      await renewProjects(transaction);
      await transaction
        .table('looks')
        .toCollection()
        .modify(({ look }) => renewFloor(look));
    });
  // Projects say whether the lights of a file shine.
  dexie.version(17).upgrade(renewProjects);
  // Orders that this device draws itself.
  dexie.version(18).stores({ deviceRenders: 'key, userId' });
  const tables = {
    projects: dexie.table<ProjectRow, string>('projects'),
    models: dexie.table<StoredModel, string>('models'),
    outbox: dexie.table<OutboxRow, number>('outbox'),
    backups: dexie.table<BackupRow, number>('backups'),
    kv: dexie.table<KeyValueRow, string>('kv'),
    sketches: dexie.table<SketchRow, string>('sketches'),
    sketchStates: dexie.table<SketchStateRow, string>('sketchStates'),
    viewBackups: dexie.table<ViewBackupRow, number>('viewBackups'),
    looks: dexie.table<LookRow, string>('looks'),
    environments: dexie.table<EnvironmentRow, string>('environments'),
    deviceRenders: dexie.table<DeviceRenderRow, string>('deviceRenders'),
    steps: dexie.table<StepRow, [string, number]>('steps'),
  };
  const isNewer = guardVersion(dexie, onNewer);
  const run = async <T>(work: () => Promise<T>, tries = 1): Promise<T> => {
    if (isNewer()) throw new AppError({ code: 'device-storage-newer' });
    try {
      if (tries > 1) await dexie.open();
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || isCancellation(error)) throw error;
      if (isNewer()) throw new AppError({ code: 'device-storage-newer' }, { cause: error });
      const names = listNames(error);
      if (names.includes('QuotaExceededError')) {
        onRoom(false);
        throw new AppError({ code: 'device-storage-full' }, { cause: error });
      }
      const isLost = names.some((name) => LOST_CONNECTION.has(name));
      if (!isLost && !names.some((name) => REFUSED.has(name))) throw error;
      if (!isLost || tries === MAX_TRIES)
        throw new AppError({ code: 'device-storage-unavailable' }, { cause: error });
      dexie.close({ disableAutoOpen: false });
      return run(work, tries + 1);
    }
  };
  return {
    ...tables,
    models: openModelTable(tables.models),
    run: (work) => run(work),
    async write(work) {
      const value = await run(async () => {
        // Dexie makes of it what it makes of a lost connection, in every promise of its own.
        let cancelled: unknown = null;
        const note = (error: unknown): never => {
          if (isCancellation(error)) cancelled = error;
          throw error;
        };
        try {
          return await dexie.transaction('rw', Object.values(tables), async () => await work().catch(note));
        } catch (error) {
          throw cancelled ?? error;
        }
      });
      onRoom(true);
      return value;
    },
    watch: (query, listener, paceMs = 0) => watchQuery(query, listener, paceMs),
    close: () => dexie.close(),
  };
}

/** A cancelled work has the name of a lost connection; of that Dexie makes an error of its own. */
function isCancellation(error: unknown): boolean {
  return isAbort(error) && error instanceof DOMException;
}

/** What went wrong, by the browser's names: Dexie has them on its error, within it, and on each row of a write of many. */
function listNames(error: Error & { inner?: unknown; failures?: readonly unknown[] }): string[] {
  const { inner, failures = [] } = error;
  return [error, inner, ...failures].flatMap((each) => (each instanceof Error ? [each.name] : []));
}
