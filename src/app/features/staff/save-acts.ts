import type { z } from 'zod';
import { writeCsv } from '../../../contract/files/write-csv.ts';
import { type StaffActBody, StaffActsBody } from '../../../contract/http/staff.ts';
import { saveFile } from '../../browser/save-file.ts';
import type { App } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { nameActor, tellAct } from './tell-act.ts';

/**
 * Hands all that staff did to the browser's downloads, as a table that spreadsheets open.
 *
 * @throws AppError those of a call; nothing is saved then.
 */
export async function saveActs(app: Pick<App, 'server' | 'texts' | 'outside'>): Promise<void> {
  const acts: StaffActBody[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams(cursor === '' ? {} : { cursor });
    const page: z.infer<typeof StaffActsBody> = await app.server.call(
      `/api/staff/acts/?${query}`,
      StaffActsBody,
    );
    acts.push(...page.results);
    cursor = page.next;
  }
  const date = new Date(app.outside.now()).toISOString().slice(0, 10);
  saveFile(new Blob([writeActs(app.texts(), acts)], { type: 'text/csv' }), `vitrine-staff-${date}.csv`);
}

/** The acts as a table in the page's language, the times in UTC. */
export function writeActs(texts: Texts, acts: readonly StaffActBody[]): string {
  const { staff } = lateTextsOf(texts.language);
  const { at, act, what, person, by } = staff.actColumns;
  const rows = acts.map((one) => [
    one.created_at,
    one.act,
    tellAct({ staff }, texts.format, one),
    one.person ?? '',
    nameActor({ staff }, one) ?? '',
  ]);
  return writeCsv({
    // A comma is the decimal mark there.
    delimiter: texts.language === 'es' ? ';' : ',',
    hasBom: true,
    rows: [[at, act, what, person, by], ...rows.map((row) => row.map(asText))],
  });
}

/** Names and notes are other people's: a spreadsheet takes no cell for a formula that begins with a quote. */
function asText(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
