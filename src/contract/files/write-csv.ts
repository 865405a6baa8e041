/** Excel takes a table for UTF-8 only with it. */
export const BOM = '\ufeff';

/** A table of text as RFC 4180 writes it, with semicolons, as spreadsheets of some countries do, or with tabs, as what is copied out of one. */
export interface Csv {
  readonly delimiter: ',' | ';' | '\t';
  readonly hasBom: boolean;
  /** The header first. */
  readonly rows: readonly (readonly string[])[];
}

/** The table as a file has it, each line ended as RFC 4180 says. */
export function writeCsv({ delimiter, hasBom, rows }: Csv): string {
  const mustQuote = (cell: string): boolean => cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell);
  const write = (cell: string): string => (mustQuote(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = rows.map((row) => `${row.map(write).join(delimiter)}\r\n`);
  return (hasBom ? BOM : '') + lines.join('');
}
