import { queryOptions } from '@tanstack/react-query';
import { EnginesBody } from '../../../contract/http/engines.ts';
import type { App } from '../../core/app.ts';

/** How often the open page asks: workers tell of their servers every 5 s, a test ends at any time. */
const POLL_MS = 2_000;

/** Servers of the engines, for staff, asked again and again while somebody looks. */
export function enginesQuery(app: Pick<App, 'server'>) {
  return queryOptions({
    queryKey: ['engines'] as const,
    queryFn: ({ signal }) => app.server.call('/api/staff/engines/', EnginesBody, {}, signal),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
}
