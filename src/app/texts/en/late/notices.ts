import { createFormatters } from '../../formatters.ts';

const format = createFormatters('en');
const credits = (count: number) => `${format.number(count)} ${count === 1 ? 'credit' : 'credits'}`;

/** The bell's list. */
export const enNotices = {
  notices: {
    title: 'Notifications',
    none: 'Nothing has happened yet.',
    noneHint: 'Finished and failed renders, refunds and purchases appear here.',
    loadFailed: 'The notifications could not be loaded.',
    more: 'Show earlier ones',
    unread: 'New',
    finished: (images: number) => (images === 1 ? 'Render finished' : `${images} pictures finished`),
    failed: 'Render failed',
    cancelled: 'Render cancelled',
    refunded: (count: number) => `${credits(count)} came back.`,
    purchase: (count: number) => `Credit purchase: ${credits(count)}`,
    subscription: (count: number) => `Your plan brought ${credits(count)}`,
    signup: (count: number) => `Welcome: ${credits(count)} to begin with`,
    grant: (count: number) => `You were given ${credits(count)}`,
    clawback: (count: number) => `${credits(count)} went back with a refunded payment`,
    clawbackReturned: (count: number) => `${credits(count)} came back from a disputed payment`,
    clawbackSpent: 'A payment went back after its credits had been spent',
    debtPaid: (count: number) => `${credits(count)} paid what you owed`,
    owed: (count: number) => `You owe ${credits(count)}: the next that come pay them.`,
    paymentFailed: (amount: string) => `The payment of ${amount} for your plan failed`,
    paymentHint: 'It is tried again. Check your card in Pricing.',
    signInAlarm: 'Somebody tries to get into your account',
    signInAlarmHint:
      'Ten or more passwords or codes were wrong within a day. If it was not you, choose a new password.',
  },
};
