import type { Command } from '../commands/command.ts';
import { TELLING_OPTIONS } from '../commands/picture-options.ts';
import { UsageError } from '../options/usage-error.ts';
import { findInstance, INSTANCE_OPTIONS } from './find-instance.ts';
import { tellFindings } from './tell-findings.ts';

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
    await tellFindings(examineInstance(findInstance(program, args), process.versions.node), tell, signal);
  },
};
