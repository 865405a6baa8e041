import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { STATE_IDLE_POLL_MS, STATE_POLL_MS } from '../../../contract/constants.ts';
import { type SystemState, systemQuery } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';

/**
 * Asks for the state of the engines while it is mounted: every 5 s, and less often while the channel of a running render
 * tells more or nothing runs (S3 9, I2).
 */
export function usePolledSystem(): SystemState | null {
  const app = useApp();
  const { loader } = useSnapshot(app.state.progress);
  const isQuiet =
    loader.phase === 'starting' ||
    loader.phase === 'queued' ||
    (loader.phase === 'idle' && loader.hasServers);
  const { data } = useQuery({
    ...systemQuery(app),
    refetchInterval: isQuiet ? STATE_IDLE_POLL_MS : STATE_POLL_MS,
  });
  return data ?? null;
}
