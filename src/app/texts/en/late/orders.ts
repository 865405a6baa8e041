import { createFormatters } from '../../formatters.ts';

const format = createFormatters('en');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

/** Ordering a set, and an order that the balance does not cover. */
export const enOrders = {
  masks: {
    chosen:
      'None of the materials you selected goes into this picture: the AI paints it without masks. Select others under Materials.',
    plain:
      'No material of this model has a texture: the AI paints it without masks. Give a part a material of the library, or protect it.',
  },
  orderSet: {
    views: 'Views',
    current: 'Current view',
    all: 'All',
    none: 'None',
    looks: 'Looks',
    asIs: 'As it is',
    colourways: 'Colourways',
    saved: 'Saved looks',
    hint: 'Every picture gets the same seed. The stage shows them for a moment and stands as before afterwards.',
    notApplied: (look: string, list: string) => `Of “${look}” these pictures go without: ${list}.`,
    noViews: 'Save views on the stage to order several at once.',
    sum: (views: number, looks: number, images: number) =>
      [
        plural(views, 'view', 'views'),
        ...(looks > 1 ? [plural(looks, 'look', 'looks')] : []),
        ...(images > 1 ? [plural(images, 'image', 'images')] : []),
      ].join(' × '),
    order: (pictures: number) => `Order ${plural(pictures, 'picture', 'pictures')}`,
    orderOffline: (pictures: number) => `Send ${plural(pictures, 'picture', 'pictures')} when online`,
    nothing: 'Choose at least one view and one look.',
    tooMany: (max: number) => `A set has at most ${format.number(max)} pictures.`,
    tooDear: 'That is more than you have.',
    taking: (number: number, total: number) => `Taking picture ${number} of ${total}`,
    takingHint: 'Nothing is ordered before all of them are taken.',
    ordered: (pictures: number) =>
      pictures === 1 ? 'The picture is ordered.' : `${format.number(pictures)} pictures are ordered.`,
    cancelled: 'The set was not ordered. The stage is as it was.',
  },
  place: {
    label: 'Where it is drawn',
    server: 'On the server',
    device: 'On this device',
    largeHere: 'Pictures above 2048 px are drawn on the server.',
    layersHere: 'Pictures with layers are drawn on the server.',
  },
  here: {
    drawing: (percent: string) => `On this device, ${percent}`,
    sparing: 'On this device, held to spare the battery',
    spared: 'While this tab was out of sight its picture was held, to spare the battery. It goes on now.',
    elsewhere: 'Drawn in another tab',
    waiting: 'Waits for its turn on this device',
    failed: 'Not drawn',
    again: 'Draw again',
    discard: 'Discard',
    cancel: 'Cancel the picture on this device',
    refused: 'A picture is on this device alone',
    send: 'Send it again',
    onlyHere: 'On this device alone so far. It goes to your library as soon as the server can be reached.',
    badge: 'Drawn on a device',
  },
  /** The stage's picture, traced while nothing moves. */
  live: {
    title: 'Live view',
    unsupported: 'This browser cannot trace: it lacks what Studio needs.',
    notOffered: 'Drawing on devices is turned off on this server.',
    unloaded: 'The live view could not be loaded. Try again when there is a connection.',
    resting: 'Begins when nothing moves',
    begins: 'Tracing…',
    frame: (size: string, samples: string, isFinished: boolean) =>
      `${size}, ${samples} ${samples === '1' ? 'sample' : 'samples'}${isFinished ? ', finished' : ''}`,
    finished: 'The live picture is finished.',
    failed: 'The live view stopped. It tries again after the next change.',
    waits: {
      stage: 'Waits until the stage is seen',
      model: 'Waits for the model',
      tool: 'Waits while this tool is open',
      turntable: 'Waits while the turntable turns',
      pose: 'Waits while the animation plays',
      order: 'Waits for the picture that this device draws',
    },
    keep: 'Keep this picture',
    kept: 'Kept',
    keptFinished: 'The picture is kept.',
    keptDrawing: 'The picture is kept. This device draws it to its end.',
  },
  failedBy: {
    'image-unreadable': 'One of its pictures could not be read: choose that picture again.',
    'model-unreadable': 'The model could not be read: open its file again.',
    'model-too-complex': 'The model has more parts than can be drawn.',
  },
  orderWords: {
    waitingOffline: (time: string) => `A render from ${time} waits for the connection.`,
    waitingSend: (time: string) => `A render from ${time} was not sent. Send it now?`,
    waitingRefused: 'A render was not accepted.',
    offlineTitle: 'You are offline',
    goneTitle: 'The server does not answer',
    backTitle: 'The server is there again',
    backMessage: (credits: string) => `Send this render now? It costs ${credits} credits.`,
    backFree: 'Send this render now?',
    aiMissingTitle: 'No AI server is there now',
    free: 'Free',
    hereFree: 'Studio on this device, free',
  },
  waitingSet: {
    offline: (time: string, count: number) =>
      `${format.number(count)} renders from ${time} wait for the connection.`,
    send: (time: string, count: number) =>
      `${format.number(count)} renders from ${time} were not sent. Send them now?`,
    refused: (count: number) => `${format.number(count)} renders were not accepted.`,
  },
  noCredits: {
    title: 'Not enough credits',
    facts: (pictures: number, price: string, balance: string) =>
      pictures === 1
        ? `This order costs ${price} credits, and you have ${balance}.`
        : `These ${format.number(pictures)} pictures cost ${price} credits, and you have ${balance}.`,
    kept: 'The order is kept on this device as it is. It goes when you send it.',
    ask: 'The owner of this server can grant you credits.',
    buy: 'Buy credits',
    later: 'Keep for later',
  },
};
