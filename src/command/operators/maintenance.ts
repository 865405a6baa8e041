import type { Maintenance } from '../../server/maintenance/maintenance.ts';
import type { Command } from '../commands/command.ts';
import { TELLING_OPTIONS } from '../commands/picture-options.ts';
import { guessNames } from '../options/suggest-names.ts';
import { UsageError } from '../options/usage-error.ts';
import { findInstance } from './find-instance.ts';

const VERBS = ['on', 'off', 'status'];
/** Of the words that people read in a line of the page. */
const MESSAGE_MAX_LENGTH = 200;

/** Lets people look, and change nothing, while the server is worked on. */
export const maintenance: Command = {
  name: 'maintenance',
  usage: 'on|off|status [--message TEXT]',
  about:
    'Switches maintenance on or off: people look at everything and change nothing, staff go on, and orders wait until it is off.',
  options: {
    message: { value: 'TEXT', help: `on: what people are told, up to ${MESSAGE_MAX_LENGTH} characters` },
    ...TELLING_OPTIONS,
  },
  notes: [
    'What is drawn when it begins comes to its end. /api/ready tells of it, and so does the page, within seconds.',
  ],
  async run(args, { program, tell }) {
    const [verb = '', ...others] = args.names;
    if (!VERBS.includes(verb) || others.length > 0) {
      throw new UsageError(
        `vitrine maintenance takes one of ${VERBS.join(', ')}.${VERBS.includes(verb) ? '' : guessNames(verb, VERBS)}`,
      );
    }
    const message = args.text('message')?.trim() || null;
    if (message !== null && verb !== 'on') throw new UsageError('--message goes with "on".');
    if (message !== null && message.length > MESSAGE_MAX_LENGTH) {
      throw new UsageError(`--message has at most ${MESSAGE_MAX_LENGTH} characters.`);
    }
    const [{ withInstance }, { readMaintenance, setMaintenance }] = await Promise.all([
      import('../../server/operators/open-instance.ts'),
      import('../../server/maintenance/maintenance.ts'),
    ]);
    const state = await withInstance(findInstance(program, args), async ({ db, now }) => {
      if (verb === 'on') await setMaintenance(db, { message, since: now().toISOString() });
      if (verb === 'off') await setMaintenance(db, null);
      return readMaintenance(db);
    });
    tell.answer(describe(state), { maintenance: state });
  },
};

function describe(state: Maintenance | null): string {
  if (state === null) return 'Maintenance is off.';
  return `Maintenance is on since ${state.since}${state.message === null ? '.' : `: ${state.message}`}`;
}
