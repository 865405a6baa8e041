import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  DeliveriesBody,
  DeliveryBody,
  MadeWebhookBody,
  type NewWebhookBody,
  WebhookBody,
  type WebhookChangeBody,
  WebhookSecretBody,
  WebhooksBody,
} from '../../../contract/http/keys/webhooks.ts';
import type { AppBase } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';
import { type Changer, changeListed } from './change-listed.ts';

const PATH = '/api/users/me/webhooks/';
const KEY = [...ACCOUNT_QUERY, 'webhooks'] as const;
/** While something waits to be sent it is looked for at this pace: the server sends it by itself. */
const WAITING_MS = 2_000;
/** The clock of the device may be wrong. */
const LONGEST_WAIT_MS = 60_000;

/** Webhooks of the account, the oldest first. */
export function webhooksQuery(app: Pick<AppBase, 'server'>) {
  return queryOptions({
    queryKey: [...KEY, 'list'] as const,
    queryFn: ({ signal }) => app.server.call(PATH, WebhooksBody, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ waiting }) => waiting > 0) === true ? WAITING_MS : false,
  });
}

/** What a webhook was told, the newest first. */
export function deliveriesQuery(app: Pick<AppBase, 'server'>, id: string) {
  return infiniteQueryOptions({
    queryKey: [...KEY, 'deliveries', id] as const,
    queryFn: ({ signal, pageParam }) => {
      const before = pageParam === null ? '' : `?before=${pageParam}`;
      return app.server.call(`${PATH}${id}/deliveries/${before}`, DeliveriesBody, {}, signal);
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // Of all that was looked through: what waits for hours is not asked for all that time.
    refetchInterval: ({ state }) => untilNextTry(state.data?.pages.flatMap(({ results }) => results) ?? []),
  });
}

/** Milliseconds until one of these may have been tried, false where none waits. */
function untilNextTry(deliveries: readonly DeliveryBody[]): number | false {
  const waits = deliveries.flatMap(({ state, status, error, next_try_at: nextAt }) => {
    if (state !== 'waiting') return [];
    const isBeingSent = (status === null && error === null) || nextAt === null;
    return [isBeingSent ? 0 : Date.parse(nextAt) - Date.now()];
  });
  if (waits.length === 0) return false;
  return Math.min(Math.max(Math.min(...waits), WAITING_MS), LONGEST_WAIT_MS);
}

/** @returns The secret, which is told this once. @throws AppError `webhook-limit`, `webhook-address`. */
export async function makeWebhook(app: Changer, body: NewWebhookBody): Promise<string> {
  const { secret } = await change(app, () =>
    app.server.call(PATH, MadeWebhookBody, { method: 'POST', body }),
  );
  return secret;
}

/** @throws AppError `webhook-address`, `not-found`. */
export async function changeWebhook(app: Changer, id: string, body: WebhookChangeBody): Promise<void> {
  await change(app, () => app.server.call(`${PATH}${id}/`, WebhookBody, { method: 'PATCH', body }));
}

/** It is told of nothing more. @throws AppError `not-found`. */
export async function removeWebhook(app: Changer, id: string): Promise<void> {
  await change(app, () => app.server.call(`${PATH}${id}/`, z.null(), { method: 'DELETE' }));
}

/** @returns The new secret, which is told this once. @throws AppError `not-found`. */
export async function rollSecret(app: Changer, id: string): Promise<string> {
  const { secret } = await change(app, () =>
    app.server.call(`${PATH}${id}/secret/`, WebhookSecretBody, { method: 'POST' }),
  );
  return secret;
}

/** @throws AppError `webhook-off`, `not-found`. */
export async function sendTest(app: Changer, id: string): Promise<void> {
  await change(app, () => app.server.call(`${PATH}${id}/test/`, DeliveryBody, { method: 'POST' }));
}

/** @throws AppError `webhook-off`, `not-found`. */
export async function sendAgain(app: Changer, id: string, delivery: number): Promise<void> {
  const path = `${PATH}${id}/deliveries/${delivery}/again/`;
  await change(app, () => app.server.call(path, DeliveryBody, { method: 'POST' }));
}

function change<T>(app: Changer, send: () => Promise<T>): Promise<T> {
  return changeListed(app, { queryKey: KEY }, send);
}
