import { createFormatters } from '../../formatters.ts';

const format = createFormatters('en');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;
const quoted = (names: readonly string[]) => format.list(names.map((name) => `“${name}”`));

/** What this device has and the server does not: what waits, and what was refused. */
export const enUnsent = {
  unsent: {
    list: 'What the server does not have',
    loading: 'Reading…',
    none: 'The server has everything',
    noneHint: 'What you change or order appears here until the server has it.',
    safe: 'All of it is safe on this device.',
    offline: 'There is no network: what waits goes by itself once there is.',
    gone: 'The server does not answer: what waits goes by itself once it does.',
    signedOut: 'What waits goes once you sign in.',
    counts: (refused: number, waiting: number, unsaved: number) =>
      [
        ...(refused > 0 ? [`${format.number(refused)} could not be saved`] : []),
        ...(waiting > 0 ? [plural(waiting, 'waits', 'wait')] : []),
        ...(unsaved > 0 ? [`${format.number(unsaved)} not saved yet`] : []),
      ].join(' · '),
    states: {
      refused: 'Not saved',
      asks: 'Waits for you',
      sending: 'Being sent',
      waiting: 'Waits',
      unsaved: 'Not saved yet',
    },
    sendingAt: (percent: string) => `Being sent, ${percent}`,
    since: (moment: string) => `since ${moment}`,
    goneProject: 'a project that is no longer here',
    more: (count: number) => `${format.number(count)} more`,
    of: (what: string, project: string) => `${what} of ${project}`,
    named: (name: string) => `“${name}”`,
    what: {
      project: (name: string) => `Project ${name}`,
      opened: (name: string) => `That ${name} is open`,
      changes: 'Changes',
      changed: (parts: string) => `Changes (${parts})`,
      model: (name: string) => `Model “${name}”`,
      texture: (name: string) => `Texture “${name}”`,
      picture: (name: string) => `Picture “${name}”`,
      drawn: 'Picture drawn on this device',
      brought: 'Finished picture of a project file',
      background: (name: string) => `Background “${name}”`,
      style: (name: string) => `Style “${name}”`,
      views: 'Saved views',
      viewNames: (names: readonly string[]) =>
        `${names.length === 1 ? 'The view' : 'The views'} ${quoted(names)}`,
      viewsDeleted: (names: readonly string[]) =>
        `Deletion of ${names.length === 1 ? 'the view' : 'the views'} ${quoted(names)}`,
      sketches: 'Painted light',
      selection: 'Materials chosen for the render',
      materials: 'Colours of materials',
      look: (name: string) => `Look “${name}”`,
      lookDeleted: (name: string) => `Deletion of the look “${name}”`,
      environment: (name: string) => `Surroundings “${name}”`,
      environmentDeleted: (name: string) => `Deletion of the surroundings “${name}”`,
      order: (pictures: number) => `Order of ${plural(pictures, 'picture', 'pictures')}`,
      rerun: (render: number) => `Order to make render ${format.number(render)} again`,
    },
    why: {
      offline: 'It waits for a network.',
      gone: 'It waits for the server to answer.',
      auth: 'It waits until you sign in.',
      next: 'It goes next.',
      after: (what: string) => `It goes after: ${what}.`,
      refusedWith: (what: string) => `It needs this first, which could not be saved: ${what}.`,
      later: (time: string) => `The server could not take it. It is tried again at ${time}.`,
      yes: 'It was ordered without a connection, and is not sent before you say so.',
      unsaved: 'Press Save, and the server has it too.',
      onlyHere: 'The whole project is on this device only.',
    },
    retry: 'Try again',
    retryAll: 'Try all again',
    send: 'Send now',
    save: 'Save now',
    copy: 'Copy',
    file: 'Save as file',
    fileAll: 'Save all as a file',
    discard: 'Discard',
    action: (action: string, what: string) => `${action}: ${what}`,
    waiting: 'It goes as soon as the server can be reached.',
    fileFailed: (reason: string) => `No file was made: ${reason}`,
    bytesGone: (name: string) => `${name} is not on this device any more. The rest is in the file.`,
    discarded: (what: string) => `Discarded: ${what}`,
    tooLate: 'It may have reached the server already, and cannot be taken back.',
    discardTitle: (what: string) => `Discard: ${what}?`,
    lost: {
      stays: 'It is not sent. Nothing is lost here: it stays on this device, and the next save brings it.',
      sketches: 'It is not sent. It stays on this device until you paint there again, which sends it.',
      opened: 'Other devices do not open this project first. Nothing else is lost.',
      picture: 'The picture is on this device alone, and is deleted for good.',
      brought:
        'The picture of the project file does not come into your renders. The project file still has it.',
      item: 'It does not come into your library. The project file still has it.',
      look: 'The look is on this device alone, and is deleted for good.',
      lookChange: 'Your change of it is lost: it becomes again what the server has.',
      environment:
        'The surroundings are on this device alone, and are deleted for good. Projects that wear them keep them.',
      order: 'The order is withdrawn. It costs nothing.',
    },
    others: (count: number) =>
      `${plural(count, 'other that needs it goes', 'others that need it go')} with it.`,
    settings: {
      title: 'Not on the server yet',
      help: 'What waits for the server, and what it did not take: with the reason, and what you can do.',
      show: 'Show',
    },
  },
};
