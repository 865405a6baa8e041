import { useSystem } from '../../core/render-queries.ts';
import { useSettings } from '../../core/use-settings.ts';
import { type EnginePlan, planEngine } from '../../model/plan-engine.ts';
import { usePlace } from './use-place.ts';

export interface OrderPlan {
  /** This device draws the next order, which it can with Studio alone. */
  readonly isHere: boolean;
  readonly plan: EnginePlan;
}

/** Who draws the next order, and where: what stands beside the render button speaks of nobody else. */
export function useOrderPlan(): OrderPlan {
  const { render_settings: look } = useSettings();
  const isHere = usePlace().place === 'device';
  const system = useSystem()?.system ?? null;
  return { isHere, plan: planEngine(isHere ? { ...look, engine: 'studio' } : look, system) };
}
