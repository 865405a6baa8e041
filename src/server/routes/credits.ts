import { z } from 'zod';
import { LedgerEntryBody, LedgerPageBody, LedgerSort } from '../../contract/http/credits.ts';
import { Cursor } from '../../contract/shapes.ts';
import { chooseLanguage } from '../accounts/choose-language.ts';
import { nameItem } from '../billing/catalogue.ts';
import { checkCredits } from '../credits/check-credits.ts';
import { LEDGER_PAGE, listLedger } from '../credits/list-ledger.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';

/** /api/credits/. */
export function creditRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/credits/ledger/',
    {
      schema: {
        summary: 'Lists what went in and out of the balance',
        // Empty begins the paged form (L9).
        querystring: z.object({
          cursor: Cursor.optional(),
          sort: LedgerSort.optional(),
        }),
        response: { 200: z.union([z.array(LedgerEntryBody), LedgerPageBody]) },
      },
    },
    async (request) => {
      checkCredits(deps);
      const { cursor, sort } = request.query;
      const before = cursor ? Number(cursor) : undefined;
      const language = chooseLanguage(undefined, request.headers['accept-language']);
      const entries = (await listLedger(deps.database.db, callerOf(request), before, sort)).map((entry) => ({
        ...entry,
        // Of a refund it says why, in a code.
        item:
          entry.kind === 'refund'
            ? entry.item
            : entry.item && nameItem(deps.config.catalogue, entry.item, language),
      }));
      if (cursor === undefined) return entries;
      const last = entries.length === LEDGER_PAGE ? entries.at(-1) : undefined;
      return { results: entries, next: last ? String(last.id) : null };
    },
  );
}
