import { snapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import { nextTask } from '../browser/next-task.ts';
import type { Database } from '../data/db.ts';
import { listMaterials, type MaterialRow } from '../model/list-materials.ts';
import { reportInVariant } from '../model/report-in-variant.ts';
import type { AppState } from '../state/state.ts';
import type { ModelRow } from '../values/model-table.ts';

/**
 * The model on the stage as this device's database has it, read once for all that shows it: the report of twenty thousand
 * parts takes a long task to read and as long again to list.
 */
export interface ShownModel {
  /** Calls `listener` after every change, until the returned function is called. Nothing is read while nobody listens. */
  subscribe(listener: () => void): () => void;
  /** Null for an empty stage; the last one while the next is read. The same object until it changes. */
  current(): ModelRow | null;
  /**
   * The model in the project's colourway with its materials as they are dressed; as it was last while the project names
   * another model, which is on its way to the stage. The same object for the same settings.
   */
  dressed(row: ModelRow, settings: WornSettings): DressedModel;
  /**
   * Reads and lists a model that is on its way to the stage, a task at a time; null for one that this device does not have.
   * Once it stands, its list is made of the same rows.
   */
  read(hash: ContentHash): Promise<ModelRow | null>;
}

/** What of a project's settings says how the model looks. */
export type WornSettings = Pick<ProjectSettings, 'model_hash' | 'model_materials' | 'render_settings'>;

export interface DressedModel {
  readonly model: ModelRow;
  readonly rows: readonly MaterialRow[];
}

/** Follows the stage while somebody listens. */
export function createShownModel(
  { stage, project }: Pick<AppState, 'stage' | 'project'>,
  db: Database,
): ShownModel {
  const listeners = new Set<() => void>();
  let shown: ModelRow | null = null;
  /** What was read last of a model on its way. */
  let coming: ModelRow | null = null;
  let stop = (): void => {};
  const dressed = rememberDressed();

  const show = (row: ModelRow | null): void => {
    if (row === shown) return;
    shown = row;
    for (const listener of listeners) listener();
  };
  /** A task at a time, before anybody draws it. */
  const list = async (row: ModelRow): Promise<void> => {
    void row.report;
    await nextTask();
    dressed(row, snapshot(project).settings as ProjectSettings, coming);
    await nextTask();
  };
  const open = async (row: ModelRow | null, hash: string): Promise<void> => {
    if (row !== null && row.hash !== shown?.hash) {
      await list(row);
      coming = null;
    }
    if (stage.modelHash === hash && listeners.size > 0) show(row);
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
          (row) => void open(row ?? null, modelHash),
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
    dressed,
    async read(hash) {
      const row = await db.run(() => db.models.get(hash));
      if (row === undefined) return null;
      await list(row);
      coming = row;
      return row;
    },
  };
}

/** How a model of the stage was dressed last, as long as anybody has it. */
function rememberDressed() {
  interface Dressing extends DressedModel {
    readonly variant: string | null;
    readonly entries: readonly ModelMaterial[];
  }
  const known = new WeakMap<ModelRow, Dressing>();
  /** @param twin The same model, read before. */
  return (
    row: ModelRow,
    { model_hash: hash, model_materials: entries, render_settings: { variant } }: WornSettings,
    twin: ModelRow | null = null,
  ): DressedModel => {
    const last = known.get(row);
    const isSameVariant = last?.variant === variant;
    if (last !== undefined && (hash !== row.hash || (isSameVariant && last.entries === entries))) return last;
    const model =
      last !== undefined && isSameVariant
        ? last.model
        : { ...row, report: reportInVariant(row.report, variant) };
    const before = twin?.hash === row.hash ? known.get(twin) : undefined;
    const rows = shareRows((last ?? before)?.rows ?? [], listMaterials(model.report, entries));
    const dressing = { model, rows, variant, entries };
    known.set(row, dressing);
    return dressing;
  };
}

/** The new list, with the old rows where they say the same: who shows one of thousands need not draw it again. */
function shareRows(before: readonly MaterialRow[], after: readonly MaterialRow[]): readonly MaterialRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return after.map((row) => {
    const old = known.get(row.id);
    return old !== undefined && isSameRow(old, row) ? old : row;
  });
}

function isSameRow(a: MaterialRow, b: MaterialRow): boolean {
  return (Object.keys(b) as (keyof MaterialRow)[]).every((key) =>
    key === 'nodes' ? isSameList(a.nodes, b.nodes) : a[key] === b[key],
  );
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
