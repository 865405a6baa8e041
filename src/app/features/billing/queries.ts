import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  ChangePreview,
  InvoiceBody,
  PackBody,
  PlanBody,
  SubscriptionBody,
} from '../../../contract/http/billing.ts';
import { LedgerPageBody, type LedgerSort } from '../../../contract/http/credits.ts';
import type { App } from '../../core/app.ts';
import type { Language } from '../../texts/choose-language.ts';
import { askBriefly } from './ask-briefly.ts';
import { listPacks } from './list-packs.ts';
import { listPlans } from './list-plans.ts';

/** Plans on sale in their rank, with what they offer in a language. */
export function plansQuery(app: Pick<App, 'server'>, language: Language) {
  return queryOptions({
    queryKey: ['plans', language] as const,
    queryFn: async ({ signal }) =>
      listPlans(
        await askBriefly(signal, (brief) =>
          app.server.call(
            '/api/subscriptions/plans/',
            z.array(PlanBody),
            { isPublic: true, language },
            brief,
          ),
        ),
      ),
  });
}

/** Packs on sale, the cheapest first, with names in a language. */
export function packsQuery(app: Pick<App, 'server'>, language: Language) {
  return queryOptions({
    queryKey: ['packs', language] as const,
    queryFn: async ({ signal }) =>
      listPacks(
        await askBriefly(signal, (brief) =>
          app.server.call(
            '/api/subscriptions/credit-packs/',
            z.array(PackBody),
            { isPublic: true, language },
            brief,
          ),
        ),
      ),
  });
}

/** The plan that the person has, null without one. */
export function subscriptionQuery(app: Pick<App, 'server'>) {
  return queryOptions({
    queryKey: ['subscription'] as const,
    queryFn: async ({ signal }) => {
      const path = '/api/subscriptions/subscriptions/?status=active';
      // Should there be several, the first counts (B23).
      const [first] = await askBriefly(signal, (brief) =>
        app.server.call(path, z.array(SubscriptionBody), {}, brief),
      );
      return first ?? null;
    },
  });
}

/** The server charges what a preview said for 15 minutes. */
const PREVIEW_FRESH_MS = 10 * 60_000;

/** What another plan costs now, brings and when it begins. It is asked anew each time: it changes by the minute. */
export function changePreviewQuery(app: Pick<App, 'server'>, priceId: string) {
  return queryOptions({
    queryKey: ['plan-change', priceId] as const,
    queryFn: ({ signal }) =>
      app.server.call(
        '/api/subscriptions/preview-change/',
        ChangePreview,
        { method: 'POST', body: { price_id: priceId } },
        signal,
      ),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: PREVIEW_FRESH_MS,
  });
}

/** Invoices of plans, newest first. */
export function invoicesQuery(app: Pick<App, 'server'>) {
  return queryOptions({
    queryKey: ['invoices'] as const,
    queryFn: ({ signal }) =>
      app.server.call('/api/subscriptions/invoices/', z.array(InvoiceBody), {}, signal),
  });
}

/** One page of the movements of credits. @param cursor Empty for the newest ones. */
export function fetchLedger(
  app: Pick<App, 'server'>,
  cursor: string,
  language: Language,
  sort: LedgerSort | null = null,
  signal?: AbortSignal,
) {
  const path = `/api/credits/ledger/?cursor=${cursor}${sort === null ? '' : `&sort=${sort}`}`;
  return app.server.call(path, LedgerPageBody, { language }, signal);
}

/** Movements of credits, newest first, a page at a time. @param sort Null for all. */
export function ledgerQuery(app: Pick<App, 'server'>, language: Language, sort: LedgerSort | null) {
  return infiniteQueryOptions({
    queryKey: ['ledger', language, sort] as const,
    queryFn: ({ pageParam, signal }) => fetchLedger(app, pageParam, language, sort, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
