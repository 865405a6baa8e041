import { useInfiniteQuery } from '@tanstack/react-query';
import { RenderPageBody } from '../../../contract/http/renders.ts';
import { useApp } from '../../core/use-app.ts';

/** Every render of the person, newest first, a page at a time. */
export function useAllRenders(isEnabled: boolean) {
  const app = useApp();
  const { userId } = app.state.account;
  return useInfiniteQuery({
    queryKey: ['renders', 'all', userId] as const,
    queryFn: ({ pageParam, signal }) =>
      app.server.call(`/api/render/?cursor=${pageParam}`, RenderPageBody, {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isEnabled,
  });
}
