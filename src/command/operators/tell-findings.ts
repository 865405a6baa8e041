import type { Finding } from '../../server/operators/doctor/finding.ts';
import type { Outside } from '../commands/command.ts';
import { WorkError } from '../output/work-error.ts';

/**
 * A line for each finding, as soon as it is known.
 *
 * @throws WorkError where any of them fails.
 */
export async function tellFindings(
  findings: AsyncIterable<Finding>,
  tell: Outside['tell'],
  signal: AbortSignal,
): Promise<void> {
  let failed = 0;
  for await (const finding of findings) {
    signal.throwIfAborted();
    const { check, state, found, todo } = finding;
    if (state === 'fail') failed++;
    const text = `${state.padEnd(4)}  ${check.padEnd(13)}  ${found}${todo === null ? '' : ` ${todo}`}`;
    tell.answer(text, { ...finding });
  }
  if (failed > 0) throw new WorkError(failed === 1 ? 'One check fails.' : `${failed} checks fail.`);
}
