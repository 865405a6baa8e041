import type { FeedbackType } from '../../../../contract/http/feedback.ts';
import { createFormatters } from '../../formatters.ts';

/** What a person tells us, and what staff read of it. */
export const enFeedback = {
  feedback: {
    title: 'Feedback',
    type: 'What is it about?',
    types: {
      bug: 'Bug',
      improvement: 'Improvement',
      love: 'I love it',
      problem: 'Problem',
    } as const satisfies Record<FeedbackType, string>,
    name: 'Title',
    nameMissing: 'Write a title.',
    description: 'Description',
    descriptionMissing: 'Describe it.',
    descriptionHint: 'What you did, what you saw, what you expected',
    screenshot: 'Screenshot',
    screenshotHint: 'A picture of the page behind this window, the stage included.',
    capture: 'Capture screenshot',
    capturing: 'Capturing…',
    captureAgain: 'Capture again',
    captureFailed: 'Error capturing screenshot. Please try again.',
    captureRefused: 'This browser gives no picture of the page. Your feedback can go without one.',
    stageAlone: 'This browser gives no picture of the page: this one shows the stage alone.',
    preview: 'The screenshot that is sent along',
    remove: 'Remove screenshot',
    what: 'The address, the size of the window and the name of the browser are sent along.',
    offline: 'The server cannot be reached. What you wrote stays here until you can send it.',
    send: 'Send',
    sending: 'Sending…',
    failed: 'Error sending feedback',
    thanks: 'Thank you. Your feedback has arrived.',
    ticket: 'Ticket',
    copyTicket: (ticket: string) => `Copy ${ticket}`,
    close: 'Close',
  },
};

const format = createFormatters('en');
const credits = (count: number) => `${format.number(count)} ${count === 1 ? 'credit' : 'credits'}`;

/** Sending a picture back, what was not charged, and what staff see of both. */
export const enReturns = {
  returns: {
    open: 'Send back',
    title: 'Send this picture back',
    about: (count: number, days: number) =>
      `A bad picture costs nothing: ${credits(count)} come back, at once unless staff look at your returns first. It stays here as a small picture, and its full size is gone. Within ${days} days, once for each picture.`,
    aboutFree: (days: number) =>
      `Tell what is wrong with it, so that the next ones are better. Within ${days} days, once for each picture.`,
    why: 'What is wrong with it?',
    reasons: {
      'product-changed': 'The product is not ours any more',
      'wrong-material': 'A material is wrong',
      'wrong-surroundings': 'The surroundings are not what I asked for',
      flawed: 'It has flaws',
      other: 'Something else',
    },
    words: 'In your words (optional)',
    send: 'Send back',
    sent: (count: number) => `Sent back. ${credits(count)} are yours again.`,
    sentFree: 'Sent back. Thank you: it helps to make the next ones better.',
    lookedAt:
      'Sent back. Somebody of the staff looks at it before credits come back; the picture stays yours.',
    badge: {
      'failed-check': 'Not charged',
      'sent-back': 'Sent back',
    },
    notCharged: 'Not charged: the product came back changed.',
    checkedOften:
      'The product came back changed, as in most of your pictures: staff look at it before credits come back.',
    taken: 'Sent back: its credits came back, and only the small picture is left.',
    waiting: 'Sent back: staff look at it first, and the picture stays yours.',
    noted: 'Sent back.',
    staff: {
      about: (days: number) => `AI pictures of the last ${days} days`,
      none: 'No AI pictures in the last 30 days.',
      family: 'Models',
      unknown: 'Not written down',
      all: 'All',
      pictures: 'Pictures',
      failed: 'Failed the check, of 100',
      sentBack: 'Sent back, of 100',
      latest: 'Latest reasons',
      failedOften: 'Failed the check, as most pictures of this person do',
      noLatest: 'Nobody has sent a picture back.',
      entry: (render: number, picture: number) => `Render ${format.number(render)}, picture ${picture}`,
      refunded: (count: number) => `${credits(count)} came back`,
      open: (count: number) => `Nothing given back yet: it cost ${credits(count)}`,
    },
  },
};
