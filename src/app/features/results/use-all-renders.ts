import { useInfiniteQuery } from '@tanstack/react-query';
import { ProjectRendersBody } from '../../../contract/http/renders.ts';
import type { ProjectId } from '../../../contract/ids.ts';
import { useApp } from '../../core/use-app.ts';

/** Every render of the person, newest first, a page at a time. */
export function useAllRenders(isEnabled: boolean) {
  const { userId } = useApp().state.account;
  return useRenderPages(['renders', 'all', userId], '/api/render/', () => isEnabled);
}

/** Every render of a project, newest first, a page at a time: from the first time that its pages are asked for. */
export function useAllOfProject(projectId: ProjectId | null) {
  const path = `/api/projects/${projectId}/renders/`;
  return useRenderPages(['renders', 'all-of', projectId], path, ({ state }) => state.data !== undefined);
}

function useRenderPages(
  queryKey: readonly unknown[],
  path: string,
  isEnabled: (query: { readonly state: { readonly data: unknown } }) => boolean,
) {
  const app = useApp();
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      app.server.call(`${path}?cursor=${pageParam}`, ProjectRendersBody, {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isEnabled,
  });
}
