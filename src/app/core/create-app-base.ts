import type { QueryClient } from '@tanstack/react-query';
import { AppError } from '../../contract/failure.ts';
import type { ConfigBody } from '../../contract/http/instance.ts';
import { loadCode } from '../browser/load-code.ts';
import type { Outside } from '../browser/outside.ts';
import { recallPreferences } from '../browser/preferences.ts';
import { FreshQueries } from '../data/fresh-queries.ts';
import { createReachability } from '../data/reachability.ts';
import { createServerClient } from '../data/server.ts';
import { createSession } from '../data/session.ts';
import { createState } from '../state/state.ts';
import { chooseLanguage } from '../texts/choose-language.ts';
import { textsOf } from '../texts/load-texts.ts';
import { createToasts } from '../ui/toasts.ts';
import type { AppBase } from './app.ts';
import { CONFIG_QUERY } from './use-config.ts';

/** Assembles what the page needs for its first paint, in a language whose texts are loaded. Starts nothing. */
export function createAppBase(outside: Outside): AppBase {
  const state = createState(chooseLanguage(outside.localStorage, outside.languages));
  Object.assign(state.preferences, recallPreferences(outside.localStorage));
  const session = createSession(outside);
  const reachability = createReachability(outside);
  const queries = createQueries();
  const renewAddress = async (address: string): Promise<string | null> =>
    (await loadCode(() => import('../data/renew-address.ts'))).renewAddress(queries, address);
  const texts = () => textsOf(state.shell.language);
  const projectMeant: AppBase['projectMeant'] = { current: null };
  return {
    outside,
    state,
    session,
    reachability,
    server: createServerClient(
      outside,
      session,
      reachability,
      renewAddress,
      () => queries.getQueryData<ConfigBody>(CONFIG_QUERY)?.direct_files === true,
      (path, body) => projectMeant.current?.(path, body) ?? null,
    ),
    queries,
    renewAddress,
    toasts: createToasts(texts),
    texts,
    workingCopy: { current: null },
    projectMeant,
    pendingEdits: new Set(),
  };
}

/** Reads only: what must not be lost goes through the outbox. */
function createQueries(): QueryClient {
  return new FreshQueries({
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: 30_000,
        retry: (count, error) =>
          error instanceof AppError &&
          ['server-failed', 'server-unready'].includes(error.failure.code) &&
          count < 2,
      },
    },
  });
}
