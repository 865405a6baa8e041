import { expect, test } from 'vitest';
import { nameActor, tellAct } from '../../../../src/app/features/staff/tell-act.ts';
import { createFormatters } from '../../../../src/app/texts/formatters.ts';
import type { StaffActBody } from '../../../../src/contract/http/staff.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';

const tell = (act: string, detail: StaffActBody['detail'] = {}, language: 'en' | 'es' = 'en') =>
  tellAct(LATE_TEXTS[language], createFormatters(language), {
    id: 1,
    act,
    staff: 'Sol',
    person: '#7',
    detail,
    created_at: '2026-06-01T12:00:00.000Z',
  });

test('an invitation is told by its e-mail, and by its number where it has none any more', () => {
  const [email, invitation] = ['ada@example.com', 12];
  expect(tell('invitation-made', { invitation, email })).toBe('Made an invitation: ada@example.com');
  expect(tell('invitation-made', { invitation, email: null })).toBe('Made an invitation: number 12');
  expect(tell('invitation-revoked', { invitation, email })).toBe('Revoked the invitation: ada@example.com');
  expect(tell('invitation-revoked', { invitation, email: null }, 'es')).toBe(
    'Revocó la invitación: número 12',
  );
});

test('who did it is one of staff, the company’s sign-in, or nobody who is known', () => {
  const by = (staff: string | null, detail: StaffActBody['detail']) =>
    nameActor(LATE_TEXTS.en, { id: 1, act: 'staff-unmade', staff, person: '#7', detail, created_at: '' });
  expect(by('Sol', {})).toBe('Sol');
  expect(by(null, { provider: 'https://login.example.com' })).toBe('the sign-in of login.example.com');
  expect(by(null, { provider: 'not an address' })).toBeNull();
  expect(by(null, {})).toBeNull();
});

test('an account that is gone is told by its number, and an act of another version by its own name', () => {
  expect(tell('account-deleted')).toBe('Account #7 was deleted by its person');
  const detail = { session: 'cs_12' };
  expect(tell('payment-awaited', detail)).toBe(
    'A payment of account #7 was still on its way when it was to be deleted: cs_12',
  );
  expect(tell('payment-returned', detail, 'es')).toBe(
    'Llegó un pago para la cuenta #7, que ya no existe, y se devolvió: cs_12',
  );
  expect(tell('something-new', { credits: 'many' })).toBe('something-new');
});
