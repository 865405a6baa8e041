import { writeCsv } from '../../../contract/files/write-csv.ts';
import type { LedgerEntryBody } from '../../../contract/http/credits.ts';
import type { App } from '../../core/app.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { nameEntry } from './ledger-rows.ts';
import { fetchLedger } from './queries.ts';

/**
 * Every movement of credits as a table that the person's spreadsheet opens, newest first: amounts as plain numbers.
 *
 * @throws AppError `server-unreachable`, `not-authenticated`.
 */
export async function writeLedger(app: App): Promise<Blob> {
  const { language } = app.state.shell;
  const late = lateTextsOf(language);
  const rows: string[][] = [[...late.ledger.columns]];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof fetchLedger>> = await fetchLedger(app, cursor, language);
    rows.push(...page.results.map((entry) => tellEntry(late, entry)));
    cursor = page.next;
  }
  // A comma is the decimal mark there.
  const delimiter = language === 'es' ? ';' : ',';
  return new Blob([writeCsv({ delimiter, hasBom: true, rows })], { type: 'text/csv;charset=utf-8' });
}

function tellEntry(late: LateTexts, entry: LedgerEntryBody): string[] {
  const words = [entry.created_at, nameEntry(late, entry), entry.note ?? ''].map(asText);
  return [...words, String(entry.amount), String(entry.balance_after)];
}

/** A spreadsheet takes what begins like a formula for one: with a quote before it it stays a text. */
function asText(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
