import { infiniteQueryOptions } from '@tanstack/react-query';
import { NoticesBody } from '../../../contract/http/notices.ts';
import type { App } from '../../core/app.ts';
import { NOTICES_QUERY } from '../../core/use-account.ts';

/** What happens on another device comes within so long. */
const POLL_MS = 60_000;

/** Pages of notices, the newest first; what happens on this device renews them at once. */
export function noticesQuery(app: Pick<App, 'server'>) {
  return infiniteQueryOptions({
    queryKey: NOTICES_QUERY,
    queryFn: ({ pageParam, signal }) =>
      app.server.call(`/api/notices/?cursor=${encodeURIComponent(pageParam)}`, NoticesBody, {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: POLL_MS,
  });
}
