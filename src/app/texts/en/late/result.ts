import { createFormatters } from '../../formatters.ts';

const format = createFormatters('en');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

/** A finished render and what it was made from. */
export const enResult = {
  result: {
    mode: 'View',
    compare: 'A|B',
    zoom: 'Zoom',
    print: 'Print preview',
    proof: {
      alt: (picture: string) => `${picture}. Print preview`,
      working: 'Making the print preview',
      failed: 'The print preview could not be made.',
      mark: 'Mark what cannot be printed',
      outside: (share: string) =>
        `About ${share} of the picture is in colours that print does not reach: the nearest are shown.`,
      inside: 'All of its colours can be printed.',
      about:
        'A preview of four-colour offset on coated paper (FOGRA39), on a screen. Your print shop’s own proof decides.',
    },
    download: 'Download PNG',
    share: 'Send the picture to another app',
    downloadFailed: 'The picture could not be downloaded. Try opening it in another tab.',
    snapshot: 'Snapshot',
    render: 'Render',
    snapshotMissing: 'N/A',
    comparator: 'Share of the snapshot that is shown',
    zoomLevel: (factor: string) => `Zoom ${factor}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomReset: 'Whole picture',
    zoomHelp: 'Wheel or pinch to zoom, drag to move. Keys: + − 0 and arrows.',
    variants: 'Variants',
    variant: (number: number) => `Variant ${number}`,
    previous: 'Previous',
    next: 'Next',
    others: 'Other renders of this project',
    noOthers: 'No other project renders to display.',
    studio: 'Studio, path traced, not AI',
    ai: 'AI, ComfyUI',
    prompt: 'Prompt',
    noPrompt: 'No prompt',
    without: (prompt: string) => `Without: ${prompt}`,
    copyPrompt: 'Copy prompt',
    background: 'Background',
    style: 'Style',
    none: 'None',
    fidelity: (percent: string) => `Fidelity ${percent}`,
    strength: (percent: string) => `Strength ${percent}`,
    masks: 'Applied masks',
    noMasks: 'No masks applied to this render.',
    openMask: (name: string) => `Show mask of ${name}`,
    maskDescription: 'White is the part of the picture this material covers.',
    seed: 'Seed',
    copySeed: 'Copy seed',
    creativity: 'Creativity',
    timePrice: 'Time, price',
    time: 'Time',
    price: (credits: number, images: number) =>
      images === 1
        ? plural(credits, 'credit', 'credits')
        : `${plural(credits, 'credit', 'credits')} for ${images}`,
    refunded: (credits: number) => `${plural(credits, 'credit', 'credits')} came back`,
    leftOut: {
      structure: 'This server could not follow depth and outlines.',
      style: 'This server could not follow the style picture.',
      materials: 'This server could not follow the pictures of the materials.',
      background: 'This server could not follow the background picture.',
      upscale: 'This server could not enlarge the picture.',
      negative: 'The model that drew this does not heed a negative prompt: yours was left out.',
    },
    notDrawn: (feature: string) => `Studio cannot draw this of the model, and drew it without: ${feature}.`,
    productNotKept: {
      glass:
        'The AI painted the product as well: what shines through its glass can only be painted together with it.',
      model: 'The AI painted the product as well: Studio cannot trace this model.',
    },
    unreadableImage: (name: string) =>
      name === ''
        ? 'A picture of the model could not be read: its material was drawn plain.'
        : `The picture “${name}” could not be read: its material was drawn plain.`,
    unreadableProfile: (name: string) =>
      name === ''
        ? 'The profile of a light of the model could not be read: it shone all round alike.'
        : `The light profile “${name}” could not be read: its light shone all round alike.`,
    madeBy: 'Made by',
    imagesOf: (first: number, last: number) =>
      first === last ? `Image ${first}` : `Images ${first} to ${last}`,
    family: 'Kind of model',
    checkpoint: 'Checkpoint',
    models: 'Other models',
    graph: 'Graph',
    kept: 'Kept as on the stage',
    runAgain: 'Run again',
    drawAgain: 'Draw again on this device, free',
    drawAgainNoProject:
      'The project of this picture cannot be had: it is gone, or not on this device, and there is no connection. Start from the picture to draw it in the open project.',
    runAgainHelp: 'The same recipe with the same seed.',
    runAgainNoAi: 'No AI server is there now to run it again.',
    runAgainSent: 'The recipe runs again.',
    isRerun: (number: number) => `Render ${number} again`,
    openFirst: 'Open it',
    unchanged: 'Made with the same engine, models and graph.',
    changed: 'Changed since then:',
    changes: {
      build: 'Engine',
      server: 'Server',
      'server-version': 'ComfyUI',
      checkpoint: 'Checkpoint',
      models: 'Models',
      nodes: 'Nodes',
      graph: 'Graph',
    },
    change: (before: string, after: string) => `${before || '–'} → ${after || '–'}`,
    sheet: 'Technical sheet',
    sheetFailed: 'The technical sheet could not be loaded.',
    sheetRows: {
      engine: 'Engine',
      model: 'Model',
      size: 'Size',
      quality: 'Quality',
      camera: 'Field of view',
      toneMapping: 'Tone mapping',
      exposure: 'Exposure',
      render: 'Render',
      modelHash: 'Model hash',
    },
    notFound: 'Could not load render details. Please try again.',
  },
};
