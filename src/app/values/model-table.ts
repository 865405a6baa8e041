import type { Table, Transaction } from 'dexie';
import type { ContentHash } from '../../contract/ids.ts';
import type { ModelReport } from '../../contract/model-report.ts';

/** A model whose bytes are in the device's storage under `hash`. */
export interface ModelRow {
  readonly hash: ContentHash;
  readonly name: string;
  readonly sizeBytes: number;
  /** The same object as long as it says the same. */
  readonly report: ModelReport;
  /** What the GLB was packed of, by hash in the device's storage, the model first; absent where that is the GLB itself. */
  readonly originals?: readonly { readonly path: string; readonly hash: ContentHash }[];
  readonly addedAt: number;
  /** The same model before it got files that it lacked, once or several times, the newest first. */
  readonly completes?: readonly ContentHash[];
}

/** As the browser has it. The report of 20,000 parts takes it 20 ms to hand out as objects, each time, and 1 ms as text. */
export interface StoredModel extends Omit<ModelRow, 'report'> {
  readonly report: string;
}

/** The models of this device. A report is read when somebody asks for it, and once for all who ask for the same. */
export interface ModelTable {
  get(hash: string): Promise<ModelRow | undefined>;
  put(row: ModelRow): Promise<void>;
  delete(hash: string): Promise<void>;
  toArray(): Promise<ModelRow[]>;
}

export function openModelTable(table: Table<StoredModel, string>): ModelTable {
  let last: { readonly text: string; readonly report: ModelReport } | null = null;
  const read = (text: string): ModelReport => {
    if (last?.text !== text) last = { text, report: JSON.parse(text) as ModelReport };
    return last.report;
  };
  const open = ({ report, ...row }: StoredModel): ModelRow => ({
    ...row,
    get report() {
      return read(report);
    },
  });
  return {
    get: (hash) => table.get(hash).then((stored) => (stored === undefined ? undefined : open(stored))),
    put({ report, ...row }) {
      const text = JSON.stringify(report);
      return table.put({ ...row, report: text }).then(() => {
        last = { text, report };
      });
    },
    delete: (hash) => table.delete(hash),
    toArray: () => table.toArray().then((rows) => rows.map(open)),
  };
}

/** Reports that older versions stored as objects become texts. */
export async function packReports(transaction: Transaction): Promise<void> {
  await transaction
    .table('models')
    .toCollection()
    .modify((row: { report: unknown }) => {
      row.report = JSON.stringify(row.report);
    });
}
