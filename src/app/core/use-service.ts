import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { judgeService, type Service } from './judge-service.ts';
import { systemQuery } from './render-queries.ts';
import { useApp } from './use-app.ts';

/** What can be said of the server and its engines now, see {@link Service}. */
export function useService(): Service {
  const app = useApp();
  const { connection } = useSnapshot(app.state.shell);
  const { data, isError } = useQuery(systemQuery(app));
  return judgeService({ connection, system: data?.system ?? null, isOutdated: isError });
}
