import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * Queries that never show what was before a change. TanStack Query waits for a first answer that is on its way when its query
 * is invalidated, and takes it for a fresh one; here it is asked for anew, as one with an earlier answer is.
 */
export class FreshQueries extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== 'none') {
      for (const query of this.getQueryCache().findAll(filters)) {
        const isOnItsWay = query.state.data === undefined && query.state.fetchStatus === 'fetching';
        // Whoever waits for the answer that is dropped is given the new one.
        if (isOnItsWay && query.isActive()) void query.cancel({ silent: true });
      }
    }
    return super.invalidateQueries(filters, options);
  }
}
