import type { PlanState } from './judge-plan.ts';

/** Place of the one card that is put forward: the next plan up, or the second of all to somebody without one; else -1. */
export function nextOffer(states: readonly PlanState[]): number {
  const up = states.findIndex(({ offer, isOffered }) => offer === 'upgrade' && isOffered);
  if (up !== -1) return up;
  return states.every(({ offer }) => offer === 'choose') ? Math.min(1, states.length - 1) : -1;
}
