import { AppError, isAbort, isFailure } from '../../../contract/failure.ts';
import {
  type MapRole,
  type NormalWay,
  type PictureGroup,
  separate,
} from '../../../contract/files/group-maps.ts';
import type { AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { classifyFailure } from '../../data/classify-failure.ts';
import { refreshLibrary } from '../../scene/library.ts';
import { holdPage } from '../../state/hold-page.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Said } from '../../ui/toasts.ts';
import { refusePicture } from './check-picture.ts';
import type { UploadPlan } from './plan-upload.ts';
import { type ConvertedItem, convertItem, nameOfUpload, sendPicture, type Upload } from './upload-item.ts';

/** One item of an upload, and how far it is. */
export interface UploadRow extends Upload, Pick<PictureGroup, 'folder' | 'unused'> {
  readonly id: number;
  readonly status: 'waiting' | 'converting' | 'sending' | 'done' | 'failed';
  /** Of its sending, 0 to 1. */
  readonly fraction: number;
  /** Why it failed, in words of whichever language is spoken when they are read. */
  readonly reason: Said | null;
  /** What was thrown then; null where the page itself refuses. */
  readonly cause: unknown;
  /** The library, or this list, has a picture of that name already: sent, there are two. */
  readonly isKnown: boolean;
}

export interface UploadState {
  readonly rows: readonly UploadRow[];
  readonly leftOut: readonly string[];
  readonly isCut: boolean;
  readonly isGlobal: boolean;
  /** When the upload began; null before and after. */
  readonly startedAt: number | null;
  /** Items that it made, in their order. */
  readonly made: readonly LibraryItemBody[];
}

/** The preview of an upload and the upload itself (S1 4.3). Files stay out of the page's state, so it is a store. */
export interface UploadList {
  readonly assetType: AssetType;
  subscribe(listener: () => void): () => void;
  read(): UploadState;
  remove(id: number): void;
  /** Sends a material without one of its maps. */
  takeOut(id: number, role: MapRole): void;
  /** Says which way the normal map of a material means by up: its name does not always tell. */
  setNormal(id: number, way: NormalWay): void;
  /** Makes every picture of a material an item of its own. */
  separate(id: number): void;
  setCategory(id: number, categoryId: number): void;
  setGlobal(isGlobal: boolean): void;
  /**
   * Sends what waits or failed: all are converted side by side and sent one after the other. What arrived leaves the
   * list; what failed stays in it with its reason and may be sent again. Resolves with true when nothing is left.
   */
  start(): Promise<boolean>;
  /** Stops sending. What arrived stays in the library. */
  cancel(): void;
}

type Tools = Pick<App, 'compute' | 'server' | 'queries' | 'toasts' | 'texts' | 'outside' | 'state'>;

/** @param known What the library has as far as it has come. */
export function createUploadList(
  app: Tools,
  assetType: AssetType,
  plan: UploadPlan,
  known: readonly LibraryItemBody[],
): UploadList {
  const listeners = new Set<() => void>();
  let running: AbortController | null = null;
  const isKnown = findKnown(assetType, plan.pictures, known);
  let nextId = 0;
  const makeRow = (group: UploadPlan['pictures'][number], isKnown: boolean): UploadRow => ({
    ...group,
    id: nextId++,
    isGlobal: false,
    key: app.outside.randomUuid(),
    status: 'waiting',
    fraction: 0,
    reason: null,
    cause: null,
    isKnown,
  });
  let state: UploadState = {
    rows: plan.pictures.map((picture, at) => makeRow(picture, isKnown[at] === true)),
    leftOut: plan.leftOut,
    isCut: plan.isCut,
    isGlobal: false,
    startedAt: null,
    made: [],
  };
  const set = (patch: Partial<UploadState>): void => {
    state = { ...state, ...patch };
    for (const listener of listeners) listener();
  };
  const change = (id: number, patch: Partial<UploadRow>): void =>
    set({ rows: state.rows.map((row) => (row.id === id ? { ...row, ...patch } : row)) });

  /** @throws what the picture's own way ended with. */
  const send = async (
    row: UploadRow,
    converted: Promise<ConvertedItem>,
    signal: AbortSignal,
  ): Promise<void> => {
    const picture = await converted;
    const upload = { ...row, isGlobal: state.isGlobal };
    change(row.id, { status: 'sending' });
    const report = (fraction: number): void => change(row.id, { fraction });
    try {
      const item = await sendPicture(app, assetType, upload, picture, report, signal);
      set({ made: [...state.made, item] });
    } catch (error) {
      // It is in the library, only the answer cannot be read.
      if (!isFailure(error, 'response-unexpected')) throw error;
      app.toasts.show('warning', lateTextsOf(app.texts().language).libraries.uploadUnexpected, {
        area: 'page',
      });
    }
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    const rows = state.rows.filter(({ status }) => status !== 'done');
    const conversions = rows.map((row) => {
      change(row.id, { status: 'waiting', fraction: 0, reason: null, cause: null });
      const files = [row.file, ...row.maps.map(({ file }) => file)];
      const refused = files.find((file) => refusePicture(app.texts(), assetType, file) !== null);
      const converted = refused === undefined ? convertItem(app, row, signal, 'page') : null;
      // Its failure is told when its turn comes.
      converted?.catch(() => undefined);
      return { row, refused, converted };
    });
    for (const { row, refused, converted } of conversions) {
      signal.throwIfAborted();
      const current = state.rows.find(({ id }) => id === row.id);
      if (current === undefined) continue;
      if (converted === null) {
        const reason: Said = (texts) => refusePicture(texts, assetType, refused) ?? '';
        change(row.id, { status: 'failed', reason });
        continue;
      }
      change(row.id, { status: 'converting' });
      try {
        await send(current, converted, signal);
        change(row.id, { status: 'done', fraction: 1 });
      } catch (error) {
        signal.throwIfAborted();
        if (isAbort(error)) throw error;
        const reason: Said = (texts) => describeError(texts, error);
        // What was not refused for good may be in the library already: it keeps its key.
        const isRefused = error instanceof AppError && classifyFailure(error.failure) === 'dead';
        const renewed = isRefused ? { key: app.outside.randomUuid() } : {};
        change(row.id, { status: 'failed', reason, cause: error, ...renewed });
      }
    }
  };

  const finish = async (): Promise<void> => {
    const { assets } = lateTextsOf(app.texts().language);
    const done = state.rows.filter(({ status }) => status === 'done').length;
    const failed = state.rows.filter(({ status }) => status === 'failed');
    set({ rows: state.rows.filter(({ status }) => status !== 'done'), startedAt: null });
    if (done > 0) app.toasts.show('success', assets.uploadedFiles(done), { area: 'page' });
    if (failed.length > 0) {
      const names = failed.map(({ file, name }) => name ?? file.name).join(', ');
      app.toasts.show('error', assets.failedFiles(failed.length, names), { area: 'page' });
    }
    if (done > 0) await refreshLibrary(app, assetType);
  };

  return {
    assetType,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    remove: (id) => set({ rows: state.rows.filter((row) => row.id !== id || row.status === 'sending') }),
    takeOut(id, role) {
      const row = state.rows.find((one) => one.id === id);
      if (row === undefined || row.status === 'sending') return;
      // Another body needs another key.
      const key = app.outside.randomUuid();
      change(id, { maps: row.maps.filter((map) => map.role !== role), key });
    },
    setNormal(id, way) {
      const row = state.rows.find((one) => one.id === id);
      if (row === undefined || row.status === 'sending') return;
      const maps = row.maps.map((map) => (map.role === 'normal' ? { ...map, reading: way } : map));
      change(id, { maps, key: app.outside.randomUuid() });
    },
    separate(id) {
      const at = state.rows.findIndex((row) => row.id === id);
      const whole = state.rows[at];
      if (whole === undefined || whole.status === 'sending') return;
      const groups = separate(whole).map((group) => ({ ...group, categoryId: whole.categoryId }));
      const others = state.rows.toSpliced(at, 1);
      const taken = [...known, ...others.map((row) => ({ name: nameOfUpload(assetType, row) }))];
      const isTaken = findKnown(assetType, groups, taken);
      const rows = groups.map((group, index) => makeRow(group, isTaken[index] === true));
      set({ rows: state.rows.toSpliced(at, 1, ...rows) });
    },
    setCategory(id, categoryId) {
      const row = state.rows.find((one) => one.id === id);
      if (row === undefined || row.categoryId === categoryId) return;
      change(id, { categoryId, key: app.outside.randomUuid() });
    },
    setGlobal(isGlobal) {
      if (isGlobal === state.isGlobal) return;
      set({ isGlobal, rows: state.rows.map((row) => ({ ...row, key: app.outside.randomUuid() })) });
    },
    async start() {
      if (running !== null) return false;
      running = new AbortController();
      const { signal } = running;
      set({ startedAt: app.outside.now() });
      try {
        await holdPage(app.state, () => run(signal));
      } catch (error) {
        if (!isAbort(error)) throw error;
      } finally {
        running = null;
        await finish();
      }
      return state.rows.length === 0;
    },
    cancel: () => running?.abort(),
  };
}

/** For each picture whether its name is taken, in the library or earlier in the list. */
function findKnown(
  assetType: AssetType,
  pictures: readonly Pick<Upload, 'file' | 'name'>[],
  known: readonly Pick<LibraryItemBody, 'name'>[],
): boolean[] {
  const names = new Set(known.map(({ name }) => name.toLowerCase()));
  return pictures.map((picture) => {
    const name = nameOfUpload(assetType, picture).toLowerCase();
    const isTaken = names.has(name);
    names.add(name);
    return isTaken;
  });
}
