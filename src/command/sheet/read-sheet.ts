import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { decodeText } from '../../contract/files/decode-text.ts';
import { writeCsv } from '../../contract/files/write-csv.ts';
import type { ShotWish } from '../commands/plan-shot.ts';
import { suggestNames } from '../options/suggest-names.ts';
import { UsageError } from '../options/usage-error.ts';
import { writeWhole } from '../output/write-whole.ts';
import { nameColumn, readCsv } from './read-csv.ts';

const NEEDED = ['model', 'file'] as const;
/** As the options of a picture are called. */
const OPTIONAL = [
  'look',
  'materials',
  'view',
  'channel',
  'size',
  'ratio',
  'background',
  'light',
  'quality',
  'seed',
  'up',
] as const;
export const COLUMNS: readonly string[] = [...NEEDED, ...OPTIONAL];
/** What the copy has beside the sheet's own columns. */
const OUTCOME = ['result', 'message'] as const;
/** Of the materials in one cell. */
const BETWEEN = /\s*[;\n]\s*/;

/** Excel's and LibreOffice's, now and before 2007. */
const WORKBOOKS = [Buffer.from('PK\u0003\u0004'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])];

/** What became of a row. */
export interface Outcome {
  readonly result: 'done' | 'failed';
  readonly message: string;
}

export interface SheetRow {
  /** As a spreadsheet counts: the header is 1. Empty lines are not counted. */
  readonly number: number;
  readonly file: string;
  readonly wish: ShotWish;
  /** Why it cannot be read; null for a row that can. */
  readonly problem: string | null;
}

/** A table of pictures to make. */
export interface Sheet {
  readonly rows: readonly SheetRow[];
  /** Columns that say nothing here. */
  readonly unused: readonly string[];
  /** Path of the copy. */
  readonly copy: string;
  /** Writes the copy: the sheet, and behind each row what became of it. Rows without an outcome are still to be made. */
  tell(outcomes: ReadonlyMap<SheetRow, Outcome>): Promise<void>;
}

/** @throws UsageError for what is no sheet of pictures. */
export async function readSheet(path: string): Promise<Sheet> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new UsageError(`There is no file ${path}.`);
    throw Object.assign(error, { path });
  });
  if (WORKBOOKS.some((start) => bytes.subarray(0, start.length).equals(start))) {
    throw new UsageError(`${basename(path)} is a workbook of a spreadsheet: save its sheet as CSV.`);
  }
  const text = decodeText(bytes);
  // A copy of what was not plain UTF-8 is opened by programs that take it for UTF-8 only so.
  const hasBom = text !== new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const csv = { ...readCsv(text, NEEDED), hasBom };
  const [header = [], ...lines] = csv.rows;
  const names = header.map(nameColumn);
  for (const name of NEEDED) {
    if (names.includes(name)) continue;
    throw new UsageError(`The sheet has no column “${name}”.${suggestNames(name, names)}`);
  }
  const twice = names.find((name, k) => name !== '' && names.indexOf(name) !== k);
  if (twice !== undefined) throw new UsageError(`The sheet has two columns “${twice}”.`);
  const rows = lines.map((cells, k) => readRow(cells, names, k + 2));
  const copy = join(dirname(path), `${basename(path, extname(path))}.done.csv`);
  return {
    rows,
    unused: names.filter((name) => name !== '' && !COLUMNS.includes(name)),
    copy,
    tell(outcomes) {
      const told = lines.map((cells, k) => {
        const row = rows[k];
        const { result = '', message = '' } = (row && outcomes.get(row)) ?? {};
        return [...header.map((_, column) => cells[column] ?? ''), result, message];
      });
      return writeWhole(copy, writeCsv({ ...csv, rows: [[...header, ...OUTCOME], ...told] }));
    },
  };
}

function readRow(cells: readonly string[], names: readonly string[], number: number): SheetRow {
  const cell = (name: string): string => cells[names.indexOf(name)]?.trim() ?? '';
  const said = (name: (typeof OPTIONAL)[number]) => cell(name) || undefined;
  const [model, file] = [cell('model'), cell('file')];
  const isLong = cells.slice(names.length).some((extra) => extra !== '');
  const problem =
    model === ''
      ? 'The row names no model.'
      : file === ''
        ? 'The row names no file.'
        : isLong
          ? 'The row has more cells than the header.'
          : null;
  return {
    number,
    file,
    problem,
    wish: {
      model,
      materials: cell('materials')
        .split(BETWEEN)
        .filter((one) => one !== ''),
      background: said('background'),
      view: said('view'),
      light: said('light'),
      size: said('size'),
      ratio: said('ratio'),
      quality: said('quality'),
      seed: said('seed'),
      up: said('up'),
      look: said('look'),
      channel: said('channel'),
    },
  };
}
