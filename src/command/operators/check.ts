import type { Command } from '../commands/command.ts';
import { TELLING_OPTIONS } from '../commands/picture-options.ts';
import { UsageError } from '../options/usage-error.ts';
import { findInstance, INSTANCE_OPTIONS } from './find-instance.ts';
import { tellFindings } from './tell-findings.ts';

/** Whether credits, orders and files fit together, after a crash or a restore. */
export const check: Command = {
  name: 'check',
  usage: '[--repair]',
  about:
    'Looks whether balances, credits that are set aside, orders, the queue and stored files fit together. The server in this folder may run or not.',
  options: {
    repair: {
      value: null,
      help: 'end orders that no worker will take, and give back what an ended order still has set aside',
    },
    ...INSTANCE_OPTIONS,
    ...TELLING_OPTIONS,
  },
  notes: [
    'The exit code is 1 where anything fails. Without --repair nothing is changed; no credits are ever invented.',
  ],
  async run(args, { program, tell, signal }) {
    if (args.names.length > 0) throw new UsageError('vitrine check takes no names.');
    const [{ withInstanceAsIs }, { checkRecords }] = await Promise.all([
      import('../../server/operators/open-instance.ts'),
      import('../../server/operators/check/check-records.ts'),
    ]);
    await withInstanceAsIs(findInstance(program, args), (instance) =>
      tellFindings(checkRecords(instance, args.has('repair'), signal), tell, signal),
    );
  },
};
