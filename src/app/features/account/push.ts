import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { PushStateBody } from '../../../contract/http/notices.ts';
import type { PushOutcome } from '../../browser/browser-push.ts';
import type { App } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';

const PATH = '/api/users/push/';
type Caller = Pick<App, 'server' | 'queries' | 'outside'>;

/** Whether this device is told of pictures, and the key that it subscribes for. */
export function pushQuery({ server, outside }: Pick<App, 'server' | 'outside'>) {
  return queryOptions({
    queryKey: [...ACCOUNT_QUERY, 'push'] as const,
    queryFn: async ({ signal }) => {
      const state = await server.call(PATH, PushStateBody, {}, signal);
      const here = await outside.push.current();
      return { publicKey: state.public_key, isOn: here !== null && here.endpoint === state.endpoint };
    },
    staleTime: 0,
  });
}

/**
 * Has this device told when a picture is ready; call it in the press itself.
 *
 * @throws AppError those of a call; the browser is as it was then.
 */
export async function turnPushOn(app: Caller, publicKey: string): Promise<PushOutcome['kind']> {
  const outcome = await app.outside.push.subscribe(publicKey);
  if (outcome.kind !== 'subscribed') return outcome.kind;
  try {
    await app.server.call(PATH, z.null(), { method: 'PUT', body: outcome.subscription, isAuth: true });
  } catch (error) {
    await app.outside.push.unsubscribe().catch(() => undefined);
    throw error;
  }
  app.outside.push.keepWanted(true);
  await app.queries.invalidateQueries({ queryKey: pushQuery(app).queryKey });
  return outcome.kind;
}

/**
 * This device is told no longer: the browser forgets it at once, the server when it can be reached.
 *
 * @throws AppError those of a call; nothing comes here any more all the same.
 */
export async function turnPushOff(app: Caller): Promise<void> {
  app.outside.push.keepWanted(false);
  await app.outside.push.unsubscribe();
  try {
    await app.server.call(PATH, z.null(), { method: 'DELETE', isAuth: true });
  } finally {
    await app.queries.invalidateQueries({ queryKey: pushQuery(app).queryKey });
  }
}

/** Ends it in this browser with the session, which takes it off the server. */
export async function forgetPush({ outside }: Pick<App, 'outside'>): Promise<void> {
  outside.push.keepWanted(false);
  await outside.push.unsubscribe().catch(() => undefined);
}

/**
 * Says the browser's subscription again where it is another than the server knows: browsers change it by themselves. Where the
 * server has none, the page tells of pictures itself from then on, as it does without. Nobody is asked anything.
 */
export async function renewPush(app: Caller): Promise<void> {
  const { push } = app.outside;
  if (!push.isWanted() || push.way() !== 'possible') return;
  const { endpoint, public_key } = await app.server.call(PATH, PushStateBody);
  const here = await push.current();
  // Taken off on the server: with the session that it was made in, or by a push service that knows it no more.
  if (endpoint === null) push.keepWanted(false);
  if (endpoint === null || here?.endpoint === endpoint) return;
  await turnPushOn(app, public_key);
}
