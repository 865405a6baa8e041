import { outputSize } from '../../../../../contract/files/output-size.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import { standsBehind } from '../../../../../contract/scene/stands-behind.ts';
import { STEPS } from '../families/sdxl.ts';
import type { BatchPart, ImageRole, UploadedOrder } from './parts.ts';
import { planChange } from './plan-change.ts';

/** What stands before a name in a node's title. */
export const NAME_PREFIX = 'vitrine:';

/** An order as an own graph is filled with it. */
export interface Filling {
  readonly recipe: RenderSpec;
  readonly order: UploadedOrder;
  readonly part: BatchPart;
  /** The graph repeats a latent picture: one job makes a whole batch from one seed. */
  readonly isBatched: boolean;
}

/** What a name in a title fills in, and the inputs of a node that it may go into: the first that is there. */
interface NamedInput {
  readonly inputs: readonly string[];
  readonly value: (filling: Filling) => string | number;
}

const TEXT = ['text', 'prompt', 'string', 'value'];
const IMAGE = ['image'];

/**
 * Inputs of an operator's own graph. A node takes part when its title, in the interface or as `_meta.title` in the file,
 * is `vitrine:` and one of these names; several names on one node stand with spaces or commas between them
 * (`vitrine:seed vitrine:denoise`), and one name may stand on several nodes. Only `vitrine:result` must be there.
 *
 * | name | what it gets |
 * | --- | --- |
 * | `prompt`, `negative` | the texts; empty where the person gave none |
 * | `snapshot` | the product as the viewer shows it, materials' pictures and painted light laid on |
 * | `depth`, `lines` | near is white; white lines on black. Black where the order has none |
 * | `background`, `background-mask` | the picture or colour behind the product, the snapshot where the stage covers it; white is the background |
 * | `change` | how much of `denoise` each pixel gets, for SetLatentNoiseMask with DifferentialDiffusion |
 * | `style`, `style-strength` | a square picture; 0 to 1. Without a style: the snapshot and 0 |
 * | `material-1` to `material-4`, `mask-1` to `mask-4` | a square picture, and white where it lies. Black masks beyond |
 * | `seed`, `steps`, `denoise`, `creativity`, `fidelity` | numbers; the last three 0 to 1, fidelity 1 keeps the background |
 * | `width`, `height` | of all pictures but squares: about one megapixel, multiples of 64 |
 * | `output-width`, `output-height` | of the finished picture, for graphs that enlarge |
 * | `batch` | how many pictures: on RepeatLatentBatch or EmptyLatentImage. Without it each picture is a job of its own |
 * | `result` | nothing: the PreviewImage or SaveImage whose pictures are the order's |
 */
export const NAMED_INPUTS: ReadonlyMap<string, NamedInput> = new Map<string, NamedInput>([
  ['prompt', { inputs: TEXT, value: ({ recipe }) => recipe.positivePrompt }],
  ['negative', { inputs: TEXT, value: ({ recipe: r }) => (r.useNegativePrompt ? r.negativePrompt : '') }],
  ['snapshot', { inputs: IMAGE, value: (filling) => nameOf(filling, 'init', 'init') }],
  ['depth', { inputs: IMAGE, value: (filling) => nameOf(filling, 'depth', 'empty') }],
  ['lines', { inputs: IMAGE, value: (filling) => nameOf(filling, 'lines', 'empty') }],
  ['background', { inputs: IMAGE, value: (filling) => nameOf(filling, 'background', 'init') }],
  ['background-mask', { inputs: IMAGE, value: (filling) => nameOf(filling, 'background-mask', 'empty') }],
  ['change', { inputs: IMAGE, value: (filling) => nameOf(filling, 'change', 'change') }],
  ['style', { inputs: IMAGE, value: (filling) => nameOf(filling, 'style', 'init') }],
  [
    'style-strength',
    { inputs: ['weight', 'strength', 'value'], value: ({ recipe }) => recipe.style?.strength ?? 0 },
  ],
  ...[1, 2, 3, 4].flatMap((place): [string, NamedInput][] => [
    [`material-${place}`, { inputs: IMAGE, value: (filling) => nameOfMaterial(filling, place, 'material') }],
    [`mask-${place}`, { inputs: IMAGE, value: (filling) => nameOfMaterial(filling, place, 'material-mask') }],
  ]),
  ['seed', { inputs: ['seed', 'noise_seed', 'value'], value: readSeed }],
  ['steps', { inputs: ['steps', 'value'], value: ({ recipe }) => STEPS[recipe.quality] }],
  ['denoise', { inputs: ['denoise', 'value'], value: ({ recipe }) => planChange(recipe, true).denoise }],
  ['creativity', { inputs: ['value'], value: ({ recipe }) => recipe.creativity }],
  ['fidelity', { inputs: ['value'], value: ({ recipe }) => readFidelity(recipe) }],
  ['width', { inputs: ['width', 'value'], value: ({ order }) => order.widthPx }],
  ['height', { inputs: ['height', 'value'], value: ({ order }) => order.heightPx }],
  ['output-width', { inputs: ['width', 'value'], value: ({ recipe }) => outputSize(recipe).widthPx }],
  ['output-height', { inputs: ['height', 'value'], value: ({ recipe }) => outputSize(recipe).heightPx }],
  ['batch', { inputs: ['amount', 'batch_size'], value: ({ part }) => part.first + part.count }],
]);

function readFidelity(recipe: RenderSpec): number {
  const behind = standsBehind(recipe);
  return 'fidelity' in behind ? behind.fidelity : 1;
}

/** Noise of a batch follows from one seed and a picture's place in it; without a batch each has a seed of its own. */
function readSeed({ recipe, part, isBatched }: Filling): number {
  return isBatched ? Number(recipe.seed) : Number(recipe.seed) + part.first;
}

function nameOf({ order }: Filling, role: ImageRole, otherwise: ImageRole): string {
  const name = order.names.get(role) ?? order.names.get(otherwise);
  if (name === undefined) throw new Error(`the order has no ${otherwise}`);
  return name;
}

/** Materials in sight count from one, whatever the places of their masks in the recipe. */
function nameOfMaterial(filling: Filling, place: number, kind: 'material' | 'material-mask'): string {
  const shown = filling.recipe.masks.flatMap((_, k) => (filling.order.names.has(`material-${k}`) ? [k] : []));
  const k = shown[place - 1];
  const otherwise = kind === 'material' ? 'init' : 'empty';
  return nameOf(filling, k === undefined ? otherwise : `${kind}-${k}`, otherwise);
}
