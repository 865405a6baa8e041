import type { FeedbackType } from '../../../../contract/http/feedback.ts';

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
