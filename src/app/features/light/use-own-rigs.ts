import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { listOwnRigs, type OwnRig } from './list-own-rigs.ts';

/** Lights that the person kept, the latest first. */
export function useOwnRigs(): readonly OwnRig[] {
  const app = useApp();
  const { userId } = useSnapshot(app.state.account);
  return useLiveQuery(() => listOwnRigs(app, userId), [userId]) ?? [];
}
