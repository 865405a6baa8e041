import type { Csv } from '../../contract/files/write-csv.ts';
import { UsageError } from '../options/usage-error.ts';

/** What Excel writes above a table, and hides. */
const SAID = /^sep=([,;\t])(?:\r\n?|\n)/i;

/**
 * Reads a table; empty lines are left out.
 *
 * @param needed Columns that it must have, which tell by what its cells are parted.
 * @throws UsageError for a quote that does not end, and for text behind one.
 */
export function readCsv(text: string, needed: readonly string[]): Omit<Csv, 'hasBom'> {
  const said = SAID.exec(text);
  const body = said === null ? text : text.slice(said[0].length);
  const delimiter = (said?.[1] as Csv['delimiter'] | undefined) ?? findDelimiter(body, needed);
  return { delimiter, rows: readRows(body, delimiter) };
}

/** A name of a column, as names are compared. */
export const nameColumn = (cell: string): string => cell.trim().toLowerCase();

/** The one by which the header has the columns; where none does, the first that is there. Other headings may have any of them. */
function findDelimiter(text: string, needed: readonly string[]): Csv['delimiter'] {
  const all = [',', ';', '\t'] as const;
  const parts = all.find((one) => {
    const names = readHeader(text, one).map(nameColumn);
    return needed.every((name) => names.includes(name));
  });
  const [header = ''] = text.split(/[\r\n]/, 1);
  return parts ?? all.find((one) => header.includes(one)) ?? ',';
}

/** @returns Nothing where the text cannot be read so. */
function readHeader(text: string, delimiter: string): string[] {
  try {
    return readRows(text, delimiter, 1)[0] ?? [];
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}

/** @param most Rows that are read. */
function readRows(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
  };
  while (at < text.length && rows.length < most) {
    const { cell, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, delimiter);
    row.push(cell);
    at = end;
    if (text[at] === delimiter) {
      at++;
      // A delimiter at the very end has an empty cell behind it.
      if (at === text.length) row.push('');
      continue;
    }
    if (text.startsWith('\r\n', at)) at += 2;
    else if (text[at] === '\n' || text[at] === '\r') at++;
    else if (at < text.length)
      throw new UsageError(`Line ${lineOf(text, at)} of the sheet has text behind a quote.`);
    endRow();
  }
  endRow();
  return rows;
}

function readPlain(text: string, start: number, delimiter: string): { cell: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return { cell: text.slice(start, end), end };
}

function readQuoted(text: string, start: number): { cell: string; end: number } {
  let cell = '';
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0)
      throw new UsageError(`Line ${lineOf(text, start)} of the sheet has a quote that does not end.`);
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
