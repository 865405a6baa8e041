import { queryOptions } from '@tanstack/react-query';
import { RenderBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';

/** One render with everything known about it: the answer that the result's window asks for too. */
export function renderQuery(app: Pick<App, 'server'>, id: RenderId) {
  return queryOptions({
    queryKey: ['render', id] as const,
    queryFn: () => app.server.call(`/api/render/${id}/`, RenderBody),
  });
}
