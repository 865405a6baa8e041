import { createFormatters } from '../../formatters.ts';

const format = createFormatters('en');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

/** Engines and what a person and staff do about them. */
export const enEngines = {
  engineChoice: {
    title: 'Who draws the picture',
    names: { auto: 'Automatic', comfyui: 'AI, ComfyUI', studio: 'Studio, not AI' },
    help: {
      auto: 'AI while a server is there, else Studio.',
      comfyui: 'Paints from the prompt, the style and the materials, over your scene.',
      studio:
        'Traces light through the scene as you set it up. It does not read the prompt; the prompt is kept with the picture.',
    },
    missing: 'No AI server is there now.',
    levels: {
      'no-materials-or-style': 'The AI servers that are there now follow materials and style only roughly.',
      'core-only': 'The AI servers that are there now follow shape, materials and style only roughly.',
    },
    connect: 'Connect an AI engine',
    connectHint:
      'Start ComfyUI on the machine of this server, at port 8188, or name other machines in COMFY_URLS. One that starts is found within seconds, unless COMFY_URLS is off.',
    toEngines: 'Engines',
    undo: 'Engine',
  },
  told: {
    title: 'What it is told',
    by: {
      instruction: (model: string) => `${model} is told:`,
      description: (model: string) => `${model} follows no instruction. The picture is described to it:`,
      prompt: (model: string) =>
        `${model} is told your prompt and nothing else. The rest it is shown in pictures, as far as it can follow them.`,
    },
    others: (models: string) => `In its place may draw, and is told of it in another way: ${models}.`,
    described: (name: string) => `A photograph of “${name}”.`,
    styleByName: (name: string) => `In the style of “${name}”: by its name alone, it sees no picture of it.`,
    byWorkflow: (name: string) => `The workflow ${name} says it in its own way. Your prompt is part of it.`,
    product: (name: string) => `“${name}” keeps its shape, its place and its framing.`,
    freedom: {
      exact: 'Its colours and surfaces stay as they are.',
      natural: 'Its surfaces look like real ones.',
      free: 'Its surfaces may be refined.',
    },
    around: 'Only what is around it is painted.',
    backdrop: 'The background stays. Only the light and the shadow on it are painted.',
    material: (part: string, material: string, centimetres: number | null) =>
      centimetres === null
        ? `${part}: the material “${material}”.`
        : `${part}: the material “${material}”, its picture ${format.number(centimetres)} cm wide.`,
    surroundings: {
      open: 'The surroundings are as your prompt says.',
      kept: 'The surroundings stay as they are on the stage.',
    },
    place: (name: string) => `The place is that of “${name}”.`,
    style: (name: string) => `Light and colours are as in “${name}”.`,
    paintedLight: 'Light falls where you have painted it.',
    softness: { hard: 'Hard', soft: 'Soft', 'very-soft': 'Very soft' },
    sides: {
      left: 'from the left',
      right: 'from the right',
      front: 'from the front',
      behind: 'from behind',
      above: 'from above',
    },
    light: (softness: string, side: string) => `${softness} light ${side}.`,
    words: (text: string) => `Your words: ${text}`,
    alone: 'There is only one of it, and nothing in front of it.',
    nothingElse: 'Nothing else changes.',
  },
  output: {
    label: 'Enlarge',
    options: { none: 'Off', '2048': '2K', '4096': '4K' },
    off: 'Pictures stay as large as they are made.',
    help: (size: string, factor: string) => `${size}, ${factor} times the price`,
    undo: 'Enlarging',
  },
  keptProduct: {
    label: 'Keep the product exactly',
    notKept: {
      glass:
        'This product has glass. If more than a trace of it is seen, the AI paints the product too, and it may come back changed: what shines through glass can only be painted together with it.',
      model:
        'This model has more than five million triangles, and Studio draws no more: the AI paints the product too, and it may come back changed. Hide parts, or open a simpler model.',
    },
    paint: 'Have the AI paint it',
    on: 'The AI paints only what is around it. The product is drawn by Studio from your model, so its shape, colours and labels are right.',
    off: 'The AI paints the product too. It may come back changed.',
    withWorkflow: 'This workflow paints the whole picture, the product too.',
    light: 'Light on the product',
    lights: { studio: 'Yours', 'as-painted': 'As painted' },
    lightHelp: {
      studio: 'The product is lit as on the stage.',
      'as-painted': 'The product is drawn again in the light that the AI painted around it, within bounds.',
    },
    undo: 'Keeping the product',
    title: 'Product kept exactly',
    around: (family: string) => `${family} painted around your product.`,
    unchanged: (pixels: string) => `All ${pixels} pixels inside it are from Studio.`,
    changed: (count: string, pixels: string) =>
      `${count} of ${pixels} pixels inside it are not as Studio drew them.`,
    ownLight: 'In your light.',
    noSureLight: 'No sure light was found in what was painted: the product is in your light.',
    repainted: 'It was painted twice: the first time it had slid away from the product.',
    slid: 'What was painted does not quite fit the product.',
    sendBack: { changed: 'Send the picture back.', slid: 'If it shows, send the picture back.' },
    foundLight: (side: string) => `In the light that was painted: from ${side}.`,
    sides: {
      front: 'the front',
      left: 'the left',
      right: 'the right',
      back: 'behind',
      top: 'above',
    },
    licence: 'Licence of the model',
    notForSale: (family: string, licence: string) =>
      `Not for sale: ${family} painted it, and its licence (${licence}) does not let pictures be sold.`,
  },
  workflow: {
    label: 'Workflow',
    built: 'Automatic',
    gone: (name: string) => `${name} is not there now. Orders go with a workflow built for them.`,
    undo: 'Workflow',
  },
  protect: {
    keep: (name: string) => `Keep exactly as it is on the stage: ${name}`,
    forAi: 'It counts when an AI engine draws. Studio draws every material as it is on the stage.',
    undo: (name: string) => `Protection of ${name}`,
  },
  staffEngines: {
    loadFailed: 'The servers could not be listed.',
    asOf: (time: string) => `How the servers are cannot be asked now. What follows is as of ${time}.`,
    empty: 'No AI server is known',
    emptyHint: 'Studio draws every order until one is there.',
    connectSteps: [
      'Start ComfyUI 0.3.57 or newer, with a GPU.',
      'On this machine, at 127.0.0.1:8188, it is found by itself. Nothing is to be set.',
      'Other machines are named in COMFY_URLS, and this product is started again:',
    ],
    connectMore: 'docs/comfyui.md says which files belong on them.',
    states: {
      offline: 'Offline',
      checking: 'Being checked',
      ready: 'Ready',
      busy: 'Busy',
      draining: 'Takes no more orders',
      refused: 'Cannot be used',
    },
    refused: 'It answers, but is too old or lacks what every picture needs.',
    levels: {
      full: 'Follows everything',
      'no-materials-or-style': 'Materials and style only roughly',
      'core-only': 'Shape, materials and style only roughly',
    },
    level: 'Level',
    version: 'ComfyUI',
    device: 'GPU',
    memory: (free: string, total: string) => `${free} of ${total} free`,
    checkpoint: 'Checkpoint',
    others: (count: number) => `and ${plural(count, 'other', 'others')}`,
    upscale: '2K and 4K',
    yes: 'Yes',
    no: 'No',
    load: 'In its queue',
    jobs: (ours: number, foreign: number) =>
      `${format.number(ours)} ours, ${format.number(foreign)} of others`,
    seen: 'Last seen',
    unknown: 'Not known',
    missing: 'Missing',
    nothingMissing: 'Nothing is missing.',
    families: 'Models',
    familyStates: { draws: 'Draws', forbidden: 'There, not used' },
    lacks: (count: number) => `Lacks ${plural(count, 'part', 'parts')}`,
    forbidden:
      'Its licence does not let pictures be sold. It draws where COMFY_NON_COMMERCIAL is on, and its pictures say so.',
    model: 'Model',
    inVersion: (version: string) => `In ComfyUI ${version} and newer`,
    kinds: { version: 'Version', nodes: 'Extension', model: 'File' },
    folder: (kind: string, folder: string) => `${kind} in ${folder}`,
    wishes: {
      base: 'for every picture',
      structure: 'for shape',
      style: 'for style',
      materials: 'for materials',
      background: 'for the background',
      upscale: 'for 2K and 4K',
      negative: 'for negative prompts',
    },
    needed: 'Needed',
    copy: (name: string) => `Copy ${name}`,
    errors: 'Last errors',
    test: 'Test',
    testNamed: (label: string) => `Test ${label}`,
    testing: 'Drawing a tiny picture…',
    tested: (duration: string, time: string) => `Drew a tiny picture in ${duration}, ${time}.`,
    testFailed: (reason: string, time: string) => `The test failed, ${time}: ${reason}`,
    testNotAsked: 'The test could not be asked for.',
    workflows: 'Own workflows',
    workflowUsable: 'Can be chosen for a project',
    workflowLacks: (count: number, classes: string) =>
      `Cannot be chosen: no ready server has the ${count === 1 ? 'node' : 'nodes'} ${classes}.`,
    workflowsNone: 'None. Graphs in API format belong in the folder workflows of DATA_DIR.',
  },
};
