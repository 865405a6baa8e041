import type { InstructionClause } from './plan-instruction.ts';
import type { ToldWay } from './told-way.ts';
import { describeClause } from './write-instruction.ts';

/** What of an order a model that is told it in this way hears of. */
export function listTold(clauses: readonly InstructionClause[], way: ToldWay): InstructionClause[] {
  return clauses.filter((clause) => {
    if (way === 'instruction') return true;
    return way === 'prompt' ? clause.kind === 'words' : describeClause(clause).length > 0;
  });
}
