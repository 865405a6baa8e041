import type { Command } from '../commands/command.ts';
import { TELLING_OPTIONS } from '../commands/picture-options.ts';
import { UsageError } from '../options/usage-error.ts';
import { WorkError } from '../output/work-error.ts';
import { findInstance, INSTANCE_OPTIONS } from './find-instance.ts';

/** What keeps a server from starting or from its work. */
export const doctor: Command = {
  name: 'doctor',
  usage: '[options]',
  about:
    'Looks at what a server needs: port, addresses, certificate, folders, disk, database, clock and engines. Says what is wrong and what to do.',
  options: { ...INSTANCE_OPTIONS, ...TELLING_OPTIONS },
  notes: ['The exit code is 1 where anything fails. Nothing is changed; the server may run or not.'],
  async run(args, { program, tell, signal }) {
    if (args.names.length > 0) throw new UsageError('vitrine doctor takes no names.');
    const { examineInstance } = await import('../../server/operators/doctor/examine-instance.ts');
    let failed = 0;
    for await (const finding of examineInstance(findInstance(program, args), process.versions.node)) {
      signal.throwIfAborted();
      const { check, state, found, todo } = finding;
      if (state === 'fail') failed++;
      const text = `${state.padEnd(4)}  ${check.padEnd(13)}  ${found}${todo === null ? '' : ` ${todo}`}`;
      tell.answer(text, { ...finding });
    }
    if (failed > 0) throw new WorkError(failed === 1 ? 'One check fails.' : `${failed} checks fail.`);
  },
};
