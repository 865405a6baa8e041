import type { LedgerEntryBody } from '../../../contract/http/credits.ts';
import type { App } from '../../core/app.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { nameEntry } from './ledger-rows.ts';
import { fetchLedger } from './queries.ts';

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Every movement of credits as a table, newest first: comma-separated, amounts as plain numbers.
 *
 * @throws AppError `server-unreachable`, `not-authenticated`.
 */
export async function writeLedger(app: App): Promise<Blob> {
  const { language } = app.state.shell;
  const late = lateTextsOf(language);
  const lines = [late.ledger.columns.map(quote).join(',')];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof fetchLedger>> = await fetchLedger(app, cursor, language);
    lines.push(...page.results.map((entry) => writeEntry(late, entry)));
    cursor = page.next;
  }
  return new Blob([BYTE_ORDER_MARK, lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' });
}

function writeEntry(late: LateTexts, entry: LedgerEntryBody): string {
  const words = [entry.created_at, nameEntry(late, entry), entry.note ?? ''].map(quote);
  return [...words, entry.amount, entry.balance_after].join(',');
}

/** A spreadsheet takes what begins like a formula for one: with a quote before it it stays a text. */
function quote(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
