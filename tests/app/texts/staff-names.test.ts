import { expect, test } from 'vitest';
import { LATE_TEXTS } from '../../support/late-texts.ts';

test.each(['en', 'es'] as const)('a staff button is found by the words on it, in %s', (language) => {
  const { staff } = LATE_TEXTS[language];
  const email = 'ada@example.com';
  const buttons = [
    [staff.toPerson, staff.toPersonNamed('Ada', email)],
    [staff.inviteOne, staff.inviteNamed(email)],
    [staff.inviteAgain, staff.inviteAgainNamed(email)],
    [staff.revoke, staff.revokeNamed(email)],
    ['Ada', staff.openPerson('Ada', email)],
    [email, staff.openPerson('Ada', email)],
  ] as const;
  for (const [seen, name] of buttons) expect(name.toLowerCase()).toContain(seen.toLowerCase());
});
