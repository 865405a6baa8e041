import { LIBRARY_FREE_BYTES } from '../../contract/constants.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import type { Catalogue, CataloguePlan } from './catalogue.ts';
import { findCurrent } from './settlement.ts';

/** What a plan gives besides its credits. */
export interface Benefits {
  /** How many of a person's waiting orders are drawn for one of everybody else's. */
  readonly queueTurns: number;
  /** For all pictures of a person's own. */
  readonly libraryBytes: number;
}

const WITHOUT_PLAN: Benefits = { queueTurns: 1, libraryBytes: LIBRARY_FREE_BYTES };

/** What a person has by their plan; what everybody has without one. */
export async function readBenefits(db: Queryable, catalogue: Catalogue, userId: number): Promise<Benefits> {
  if (catalogue.plans.length === 0) return WITHOUT_PLAN;
  const current = await findCurrent(db, userId as UserId);
  const plan = catalogue.plans.find(({ name }) => name === current?.plan);
  return plan === undefined ? WITHOUT_PLAN : benefitsOf(plan);
}

export function benefitsOf(plan: CataloguePlan): Benefits {
  return { queueTurns: plan.queue_turns, libraryBytes: plan.library_gb * 1e9 };
}
