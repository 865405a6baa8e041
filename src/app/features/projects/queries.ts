import { queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { ProjectSummaryBody } from '../../../contract/http/projects.ts';
import type { ProjectId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { letGoOfOthers } from './let-go-of-others.ts';
import { type ListedProject, listProjects } from './list-projects.ts';

const Summaries = z.array(ProjectSummaryBody);

/** A person's projects as the server lists them; without a connection as this device saw them last. */
export function summariesQuery(
  app: Pick<App, 'server' | 'db' | 'outbox' | 'outside'>,
  userId: number | null,
) {
  const keptAs = `projects:${userId}`;
  return queryOptions({
    queryKey: ['projects', userId],
    queryFn: async ({ signal }) => {
      try {
        const summaries = await app.server.call('/api/project/summaries/', Summaries, {}, signal);
        await app.db.write(async () => {
          if (userId !== null) await letGoOfOthers(app, userId, summaries);
          await app.db.kv.put({ key: keptAs, value: summaries });
        });
        return summaries;
      } catch (error) {
        if (!(error instanceof AppError) || error.failure.code !== 'server-unreachable') throw error;
        const kept = Summaries.safeParse((await app.db.run(() => app.db.kv.get(keptAs)))?.value);
        if (!kept.success) throw error;
        return kept.data;
      }
    },
    // Other devices make some as well, and each opening of the list wants those.
    staleTime: 0,
  });
}

/** Takes a project out of the list as it was last read. */
export function dropSummary(app: Pick<App, 'queries'>, id: ProjectId): void {
  app.queries.setQueriesData<ProjectSummaryBody[]>({ queryKey: ['projects'] }, (known) =>
    known?.filter((summary) => summary.id !== id),
  );
}

/** Has the list asked for again after a change that the server knows. */
export function refreshProjects(app: Pick<App, 'queries'>): Promise<void> {
  return app.queries.invalidateQueries({ queryKey: ['projects'] });
}

/**
 * The signed-in person's projects, of this device and of the server.
 *
 * @returns `projects` undefined before the first answer; `error` when the server could not say its part.
 */
export function useProjects(userId: number | null): {
  readonly projects: readonly ListedProject[] | undefined;
  readonly error: unknown;
} {
  const app = useApp();
  const { language } = useTexts();
  const { data, error } = useQuery(summariesQuery(app, userId));
  const rows = useLiveQuery(
    () =>
      app.db.projects
        .where('userId')
        .equals(userId ?? -1)
        .toArray(),
    [userId],
  );
  const isKnown = rows !== undefined && (data !== undefined || error !== null);
  return { projects: isKnown ? listProjects(rows, data ?? [], language) : undefined, error };
}
