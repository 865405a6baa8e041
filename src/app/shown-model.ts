import { subscribeKey } from 'valtio/utils';
import type { ModelMaterial } from '../contract/http/projects.ts';
import type { Database } from './db.ts';
import { listMaterials, type MaterialRow } from './list-materials.ts';
import type { ModelRow } from './model-table.ts';
import { reportInVariant } from './report-in-variant.ts';
import type { AppState } from './state.ts';

/**
 * The model on the stage as this device's database has it, read once for all that shows it: the report of twenty thousand
 * parts takes a long task to read and as long again to list.
 */
export interface ShownModel {
  /** Calls `listener` after every change, until the returned function is called. Nothing is read while nobody listens. */
  subscribe(listener: () => void): () => void;
  /** Null for an empty stage; the last one while the next is read. The same object until it changes. */
  current(): ModelRow | null;
  /** The model in a colourway. The same object for the same two. */
  inVariant(row: ModelRow, variant: string | null): ModelRow;
  /** Its materials as they are dressed. The same list for the same two. */
  listRows(row: ModelRow, entries: readonly ModelMaterial[]): readonly MaterialRow[];
}

/** Follows the stage while somebody listens. */
export function createShownModel(stage: AppState['stage'], db: Database): ShownModel {
  const listeners = new Set<() => void>();
  let shown: ModelRow | null = null;
  let stop = (): void => {};

  const show = (row: ModelRow | null): void => {
    if (row === shown) return;
    shown = row;
    for (const listener of listeners) listener();
  };
  const start = (): void => {
    let stopRow = (): void => {};
    const follow = (): void => {
      stopRow();
      const { modelHash } = stage;
      if (modelHash === null) {
        stopRow = () => {};
        show(null);
      } else
        stopRow = db.watch(
          () => db.models.get(modelHash),
          (row) => show(row ?? null),
        );
    };
    const stopHash = subscribeKey(stage, 'modelHash', follow, true);
    follow();
    stop = () => {
      stopHash();
      stopRow();
      shown = null;
    };
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop();
      };
    },
    current: () => shown,
    inVariant: rememberLast((row: ModelRow, variant: string | null) => ({
      ...row,
      report: reportInVariant(row.report, variant),
    })),
    listRows: rememberLast((row: ModelRow, entries: readonly ModelMaterial[]) =>
      listMaterials(row.report, entries),
    ),
  };
}

/** The last answer again for the same arguments. */
function rememberLast<A, B, Answer>(work: (a: A, b: B) => Answer): (a: A, b: B) => Answer {
  let last: { readonly a: A; readonly b: B; readonly answer: Answer } | null = null;
  return (a, b) => {
    if (last === null || last.a !== a || last.b !== b) last = { a, b, answer: work(a, b) };
    return last.answer;
  };
}
