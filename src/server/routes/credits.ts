import { z } from 'zod';
import { LedgerEntryBody } from '../../contract/http/credits.ts';
import { callerOf } from '../authenticate.ts';
import { LEDGER_PAGE, listLedger } from '../credits/list-ledger.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../server.ts';

const Page = z.object({ results: z.array(LedgerEntryBody), next: z.string().nullable() });

/** /api/credits/. */
export function creditRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/credits/ledger/',
    {
      schema: {
        // Empty begins the paged form (L9).
        querystring: z.object({
          cursor: z
            .string()
            .regex(/^\d{0,15}$/)
            .optional(),
        }),
        response: { 200: z.union([z.array(LedgerEntryBody), Page]) },
      },
    },
    async (request) => {
      const { cursor } = request.query;
      const before = cursor ? Number(cursor) : undefined;
      const entries = await listLedger(deps.database.db, callerOf(request), before);
      if (cursor === undefined) return entries;
      const last = entries.length === LEDGER_PAGE ? entries.at(-1) : undefined;
      return { results: entries, next: last ? String(last.id) : null };
    },
  );
}
