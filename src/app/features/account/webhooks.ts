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

const PATH = '/api/users/me/webhooks/';
const KEY = [...ACCOUNT_QUERY, 'webhooks'] as const;
/** While something waits to be sent it is looked for at this pace: the server sends it by itself. */
const WAITING_MS = 2_000;

type Caller = Pick<AppBase, 'server' | 'queries'>;

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
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ results }) => results.some((one) => one.state === 'waiting')) === true
        ? WAITING_MS
        : false,
  });
}

/** @returns The secret, which is told this once. @throws AppError `webhook-limit`, `webhook-address`. */
export async function makeWebhook(app: Caller, body: NewWebhookBody): Promise<string> {
  const { secret } = await change(app, () =>
    app.server.call(PATH, MadeWebhookBody, { method: 'POST', body }),
  );
  return secret;
}

/** @throws AppError `webhook-address`, `not-found`. */
export async function changeWebhook(app: Caller, id: string, body: WebhookChangeBody): Promise<void> {
  await change(app, () => app.server.call(`${PATH}${id}/`, WebhookBody, { method: 'PATCH', body }));
}

/** It is told of nothing more. @throws AppError `not-found`. */
export async function removeWebhook(app: Caller, id: string): Promise<void> {
  await change(app, () => app.server.call(`${PATH}${id}/`, z.null(), { method: 'DELETE' }));
}

/** @returns The new secret, which is told this once. @throws AppError `not-found`. */
export async function rollSecret(app: Caller, id: string): Promise<string> {
  const made = await app.server.call(`${PATH}${id}/secret/`, WebhookSecretBody, { method: 'POST' });
  return made.secret;
}

/** @throws AppError `webhook-off`, `not-found`. */
export async function sendTest(app: Caller, id: string): Promise<void> {
  await change(app, () => app.server.call(`${PATH}${id}/test/`, DeliveryBody, { method: 'POST' }));
}

/** @throws AppError `webhook-off`, `not-found`. */
export async function sendAgain(app: Caller, id: string, delivery: number): Promise<void> {
  const path = `${PATH}${id}/deliveries/${delivery}/again/`;
  await change(app, () => app.server.call(path, DeliveryBody, { method: 'POST' }));
}

async function change<T>(app: Caller, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } finally {
    await app.queries.invalidateQueries({ queryKey: KEY });
  }
}
