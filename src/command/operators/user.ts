import { AccountLanguage } from '../../contract/http/accounts.ts';
import type { StaffPersonBody } from '../../contract/http/staff.ts';
import type { UserChange } from '../../server/operators/change-user.ts';
import type { UserLink } from '../../server/operators/make-user-link.ts';
import type { Instance } from '../../server/operators/open-instance.ts';
import type { Command, Outside } from '../commands/command.ts';
import { TELLING_OPTIONS } from '../commands/picture-options.ts';
import type { Arguments } from '../options/read-arguments.ts';
import { guessNames } from '../options/suggest-names.ts';
import { UsageError } from '../options/usage-error.ts';
import { findInstance, INSTANCE_OPTIONS } from './find-instance.ts';

type Act = (instance: Instance, email: string, args: Arguments, outside: Outside) => Promise<void>;

/** What is done to one account. */
const ACTS: Readonly<Record<string, Act>> = {
  add: addOne,
  reset: resetOne,
  suspend: (instance, email, _args, outside) =>
    change(instance, email, 'suspend', `${email} cannot sign in any more.`, outside),
  reopen: (instance, email, _args, outside) =>
    change(instance, email, 'reopen', `${email} can sign in again.`, outside),
  staff: (instance, email, args, outside) =>
    args.has('off')
      ? change(instance, email, 'unmake-staff', `${email} is not staff.`, outside)
      : change(instance, email, 'make-staff', `${email} is staff.`, outside),
  'end-plan': endOnePlan,
};

/** The accounts of an instance, for whoever runs it. */
export const user: Command = {
  name: 'user',
  usage: 'list [TEXT] | add|reset|suspend|reopen|staff|end-plan EMAIL [options]',
  about:
    'Looks after the accounts of the server in this folder, whether it runs or not. Links to a password are told once, and passwords never.',
  options: {
    name: { value: 'NAME', help: 'add: what they are called (the part of the e-mail before the @)' },
    language: { value: 'LANGUAGE', help: `add: ${AccountLanguage.options.join(' or ')} (en)` },
    off: { value: null, help: 'staff: they are staff no more' },
    ...INSTANCE_OPTIONS,
    ...TELLING_OPTIONS,
  },
  notes: [
    'list names all, or those with TEXT in their name or e-mail. add and reset print a link that is good for 24 hours, once.',
    'suspend signs somebody out, gives back what waits or runs, and keeps all they have until reopen.',
    'end-plan writes down that a plan is over which the payment provider does not know any more; one of which it says that it goes on is left, and so is one of Stripe’s without STRIPE_SECRET_KEY.',
  ],
  async run(args, outside) {
    const [verb = '', email, ...others] = args.names;
    if (others.length > 0) throw new UsageError('vitrine user takes one e-mail at a time.');
    if (verb === 'list') return atInstance(args, outside, (instance) => list(instance, email ?? '', outside));
    const act = ACTS[verb];
    if (act === undefined) {
      const verbs = ['list', ...Object.keys(ACTS)];
      throw new UsageError(`vitrine user does ${verbs.join(', ')}.${guessNames(verb, verbs)}`);
    }
    if (email === undefined) throw new UsageError(`vitrine user ${verb} needs an e-mail.`);
    await atInstance(args, outside, (instance) => act(instance, email, args, outside));
  },
};

async function atInstance(
  args: Arguments,
  { program }: Outside,
  work: (instance: Instance) => Promise<void>,
): Promise<void> {
  const { withInstance } = await import('../../server/operators/open-instance.ts');
  await withInstance(findInstance(program, args), work);
}

async function list(instance: Instance, text: string, { tell, signal }: Outside): Promise<void> {
  const { listUsers } = await import('../../server/operators/list-users.ts');
  for await (const person of listUsers(instance, text)) {
    signal.throwIfAborted();
    tell.answer(describe(person), { user: person });
  }
}

/** A line for people: e-mail, name, and what is not usual. */
function describe(person: StaffPersonBody): string {
  const marks = [
    person.is_owner ? 'owner' : person.is_staff ? 'staff' : '',
    person.is_closed ? 'suspended' : '',
    person.is_email_verified ? '' : 'e-mail not proven',
    person.has_factor ? 'second factor' : '',
    `since ${person.created_at.slice(0, 10)}`,
  ];
  return `${person.email}\t${person.name}\t${marks.filter((mark) => mark !== '').join(', ')}`;
}

async function addOne(instance: Instance, email: string, args: Arguments, outside: Outside): Promise<void> {
  const language = AccountLanguage.safeParse(args.text('language') ?? 'en');
  if (!language.success) throw new UsageError(`--language is one of ${AccountLanguage.options.join(', ')}.`);
  const name = args.text('name') ?? email.split('@')[0] ?? email;
  const { addUser } = await import('../../server/operators/add-user.ts');
  tellLink(await addUser(instance, { email, name, language: language.data }), outside);
}

async function resetOne(instance: Instance, email: string, _args: Arguments, outside: Outside) {
  const { makeUserLink } = await import('../../server/operators/make-user-link.ts');
  tellLink(await makeUserLink(instance, email), outside);
}

async function endOnePlan(instance: Instance, email: string, _args: Arguments, { tell }: Outside) {
  const { endPlan } = await import('../../server/operators/end-plan.ts');
  const { ended, left } = await endPlan(instance, email);
  const text = left.length === 0 ? `${email} has no plan any more.` : `${ended} ended. ${left.join(' ')}`;
  tell.answer(text, { email, ended, left });
}

function tellLink({ email, link, expiresAt }: UserLink, { tell }: Outside): void {
  const text = `${email} chooses a password within 24 hours, once: ${link}`;
  tell.answer(text, { email, link, expiresAt: expiresAt.toISOString() });
}

async function change(
  instance: Instance,
  email: string,
  wanted: UserChange,
  sentence: string,
  { tell }: Outside,
): Promise<void> {
  const { changeUser } = await import('../../server/operators/change-user.ts');
  await changeUser(instance, email, wanted);
  tell.answer(sentence, { email, change: wanted });
}
