import { environmentHashOf } from '../../../contract/files/list-recipe-files.ts';
import type { RenderSpec, SceneSpec } from '../../../contract/render-spec.ts';
import { FLOOR_BEFORE } from '../../../contract/scene/floor-defaults.ts';
import type { Label } from '../../../contract/scene/label.ts';
import type { MaterialDressing } from '../../../contract/scene/material-dressing.ts';
import { positionToOrbit } from '../../../contract/scene/orbit.ts';
import { quaternionToEuler, splitTransform } from '../../../contract/scene/transform-parts.ts';
import { nameRig } from '../../model/name-rig.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import { describeFileLights } from '../../texts/describe-file-lights.ts';
import { describeFloor } from '../../texts/describe-floor.ts';
import { describeGradient } from '../../texts/describe-gradient.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { isSameValue } from '../../values/same-value.ts';
import type { RecipeNames } from './recipe-names.ts';
import { tellDressing } from './tell-dressing.ts';
import { tellEnvironment } from './tell-environment.ts';
import { listLensFacts } from './tell-lens.ts';

/** One thing that differs, in the person's words. */
export interface Difference {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** A recipe, and which picture of its batch is meant. */
export interface ComparedRecipe {
  readonly recipe: RenderSpec;
  readonly imageIndex: number;
}

export type DifferenceTexts = Pick<Texts, 't' | 'format'> &
  Pick<LateTexts, 'differences' | 'result' | 'rigs' | 'camera' | 'keptProduct'>;

/** What tells two recipes apart, as a person would say it; nothing for two of the same picture. */
export function compareRecipes(
  one: ComparedRecipe,
  other: ComparedRecipe,
  texts: DifferenceTexts,
  names: RecipeNames,
): Difference[] {
  const [a, b] = [one.recipe, other.recipe];
  const { differences: d } = texts;
  const row = (label: string, before: string, after: string): Difference[] =>
    before === after ? [] : [{ label, before: before || d.none, after: after || d.none }];
  const tell = (label: string, say: (recipe: RenderSpec) => string) => row(label, say(a), say(b));
  const facts = listFacts(texts);
  return [
    ...compareModels(a, b, row, d),
    ...tell(d.rows.variant, ({ scene }) => scene.variant ?? ''),
    ...tell(d.rows.pose, ({ scene: { pose } }) =>
      pose == null ? '' : d.poseOf(pose.clip + 1, texts.format.number(round(pose.seconds, 2))),
    ),
    ...(isSamePlace(a.camera, b.camera) ? [] : row(d.rows.view, ...tellViews(a, b, texts, names))),
    ...listLensFacts(texts).flatMap(([label, say]) => tell(label, say)),
    ...tell(d.rows.placement, ({ scene }) => tellPlace(scene.modelTransform, texts)),
    ...compareHidden(a, b, row, d),
    ...compareMaterials(a, b, texts, names).flatMap(({ label, before, after }) => row(label, before, after)),
    ...compareLabels(a, b, row, d),
    ...facts.slice(0, 2).flatMap(([label, say]) => tell(label, say)),
    ...tell(d.rows.background, (recipe) => tellBackground(recipe, texts, names)),
    ...tell(d.rows.style, ({ style }) =>
      style === null
        ? ''
        : `${names.item('style', style.libraryId) ?? style.name}, ${texts.format.percent(style.strength)}`,
    ),
    ...row(d.rows.prompt, ...tellWords(a.positivePrompt, b.positivePrompt, d.sameWords)),
    ...row(d.rows.negative, ...tellWords(negativeOf(a), negativeOf(b), d.sameWords)),
    ...facts.slice(2).flatMap(([label, say]) => tell(label, say)),
    ...row(d.rows.environment, ...tellEnvironments(a, b, texts)),
    ...row(d.rows.light, ...tellLights(a.scene, b.scene, texts)),
    ...row(d.rows.seed, seedOf(one), seedOf(other)),
    ...compareLightMaps(a, b, row, d),
  ];
}

/** Apart from what its lens does. */
function isSamePlace(a: RenderSpec['camera'], b: RenderSpec['camera']): boolean {
  return (['position', 'target'] as const).every((field) => isSameValue(a[field], b[field]));
}

type Row = (label: string, before: string, after: string) => Difference[];
type Words = DifferenceTexts['differences'];

/** What can be said of one recipe alone. The two lists of materials come first. */
function listFacts({
  t,
  format,
  differences: { rows, painted },
  result,
  rigs,
  keptProduct,
}: DifferenceTexts) {
  const masks = (recipe: RenderSpec, isLocked: boolean) =>
    recipe.masks
      .filter((mask) => mask.isLocked === isLocked)
      .map(({ materialName }) => materialName)
      .sort()
      .join(', ');
  const facts: readonly (readonly [string, (recipe: RenderSpec) => string])[] = [
    [rows.masks, (recipe) => masks(recipe, false)],
    [rows.kept, (recipe) => masks(recipe, true)],
    [rows.creativity, ({ creativity }) => format.percent(creativity)],
    [rows.size, ({ widthPx, heightPx }) => format.size(widthPx, heightPx)],
    [rows.quality, ({ quality }) => t.advanced.qualities[quality]],
    [rows.enlarged, ({ outputPx }) => (outputPx === undefined ? '' : `${outputPx} px`)],
    [
      rows.engine,
      ({ engineBuild: { engine, version } }) =>
        `${engine === 'studio' ? result.studio : result.ai} ${version}`.trim(),
    ],
    [rows.workflow, ({ workflow }) => workflow ?? ''],
    [rows.layers, ({ keepsLayers }) => (keepsLayers === true ? painted : '')],
    [
      rows.product,
      ({ keepsProduct }) => (keepsProduct === undefined ? '' : keptProduct.lights[keepsProduct]),
    ],
    [rigs.fileLights, ({ scene }) => describeFileLights({ format }, scene.fileLights)],
    [rows.exposure, ({ scene }) => format.number(round(scene.exposure, 2))],
    [rows.shadow, ({ scene }) => format.percent(scene.shadowIntensity ?? 1)],
    [t.floor.title, ({ scene }) => describeFloor({ t, format }, scene.floor ?? FLOOR_BEFORE)],
    [rows.toneMapping, ({ scene }) => t.light.toneMappings[scene.toneMapping]],
  ];
  return facts;
}

function compareModels(a: RenderSpec, b: RenderSpec, row: Row, { rows }: Words): Difference[] {
  if (a.scene.modelHash === b.scene.modelHash) return [];
  const isNamedAlike = a.scene.modelName === b.scene.modelName;
  const tell = ({ scene }: RenderSpec) =>
    isNamedAlike ? `${scene.modelName} (${scene.modelHash.slice(0, 8)})` : scene.modelName;
  return row(rows.model, tell(a), tell(b));
}

/** Two pictures of surroundings may have one name. */
function tellEnvironments(a: RenderSpec, b: RenderSpec, texts: DifferenceTexts): [string, string] {
  const tell = ({ scene }: RenderSpec) => tellEnvironment(scene.environment ?? null, texts);
  const [before, after] = [environmentHashOf(a.scene), environmentHashOf(b.scene)];
  if (before === after || tell(a) !== tell(b)) return [tell(a), tell(b)];
  return [`${tell(a)} (${before?.slice(0, 8)})`, `${tell(b)} (${after?.slice(0, 8)})`];
}

/** By the name of a saved view where both can be told by one, else by where the camera stands. */
function tellViews(
  a: RenderSpec,
  b: RenderSpec,
  { format, differences }: DifferenceTexts,
  names: RecipeNames,
): [string, string] {
  const tell = ({ camera }: RenderSpec): string => {
    const { theta, phi, radius } = positionToOrbit(camera.position, camera.target);
    const degrees = (radians: number) => format.number(round((radians * 180) / Math.PI, 1));
    return differences.pose(degrees(theta), degrees(Math.PI / 2 - phi), format.number(round(radius, 2)));
  };
  const [before, after] = [names.view(a.camera), names.view(b.camera)];
  if (before !== null && before === after) return [`${before}, ${tell(a)}`, `${after}, ${tell(b)}`];
  const [from, to] = [before ?? tell(a), after ?? tell(b)];
  if (from !== to) return [from, to];
  // Only the target has moved.
  const at = ({ camera }: RenderSpec) =>
    `${tell({ camera } as RenderSpec)}, ${tellNumbers(camera.target, format)}`;
  return [at(a), at(b)];
}

function tellPlace(matrix: readonly number[], { format, differences }: DifferenceTexts): string {
  const { position, quaternion, scale } = splitTransform(matrix);
  const turn = quaternionToEuler(quaternion).map((angle) => (angle * 180) / Math.PI);
  const sizes = new Set(scale.map((value) => round(value, 2)));
  const size = sizes.size === 1 ? format.number([...sizes][0] ?? 1) : tellNumbers(scale, format);
  return differences.place(tellNumbers(position, format), `${tellNumbers(turn, format)}°`, size);
}

function tellNumbers(values: readonly number[], format: DifferenceTexts['format']): string {
  return values.map((value) => format.number(round(value, 2))).join(' · ');
}

function compareHidden(a: RenderSpec, b: RenderSpec, row: Row, words: Words): Difference[] {
  const [before, after] = [new Set(a.scene.hiddenNodes), new Set(b.scene.hiddenNodes)];
  if (before.size === after.size && [...before].every((node) => after.has(node))) return [];
  const now = before.size === after.size ? words.otherParts(after.size) : words.parts(after.size);
  return row(words.rows.hidden, words.parts(before.size), now);
}

/** Of another model every material is another: that is said once, by the model. */
function compareMaterials(
  a: RenderSpec,
  b: RenderSpec,
  texts: DifferenceTexts,
  names: RecipeNames,
): Difference[] {
  if (a.scene.modelHash !== b.scene.modelHash) return [];
  const byIndex = ({ scene }: RenderSpec) =>
    new Map<number, MaterialDressing>(scene.dressings.map((each) => [each.materialIndex, each]));
  const [before, after] = [byIndex(a), byIndex(b)];
  const { differences } = texts;
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort((x, y) => x - y)
    .filter((index) => !isSameValue(before.get(index), after.get(index)))
    .map((index) => {
      const name = names.material(a.scene.modelHash, index);
      const label = name ? differences.rows.material(name) : texts.t.materials.unnamed(index + 2);
      const [from, to] = tellDressing(before.get(index), after.get(index), texts, names);
      return { label, before: from, after: to };
    });
}

/** Of another model every label is another, too. */
function compareLabels(a: RenderSpec, b: RenderSpec, row: Row, words: Words): Difference[] {
  const [before, after] = [a.scene.labels ?? [], b.scene.labels ?? []];
  if (a.scene.modelHash !== b.scene.modelHash || isSameValue(before, after)) return [];
  const tell = (labels: readonly Label[]): string => labels.map(({ name }) => name).join(', ');
  const isNamedAlike = tell(before) === tell(after);
  return row(words.rows.labels, tell(before), isNamedAlike ? words.otherwise(tell(after)) : tell(after));
}

function tellBackground(
  { background }: RenderSpec,
  { t, format }: DifferenceTexts,
  names: RecipeNames,
): string {
  if (background.kind === 'colour') return background.colour.toUpperCase();
  const fidelity = format.percent(background.fidelity);
  if (background.kind === 'gradient') {
    const stops = [{ colour: background.from }, { colour: background.to }];
    return `${describeGradient({ t }, { stops } as never)}, ${fidelity}`;
  }
  const { gradient, libraryId } = background;
  const name = names.item('background', libraryId) ?? background.name;
  return `${gradient === undefined ? name : describeGradient({ t }, gradient)}, ${fidelity}`;
}

function negativeOf({ useNegativePrompt, negativePrompt }: RenderSpec): string {
  return useNegativePrompt ? negativePrompt : '';
}

/** Of two texts the words that only one of them has. */
function tellWords(before: string, after: string, sameWords: string): [string, string] {
  if (before.trim() === after.trim()) return ['', ''];
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const gone = without(old, now).join(' ');
  const come = without(now, old).join(' ');
  return gone === '' && come === '' ? [before.trim(), sameWords] : [gone, come];
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,.;:!?¡¿()]+/).filter((word) => word !== '');
}

function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Image i of a batch has the seed + i. */
function seedOf({ recipe, imageIndex }: ComparedRecipe): string {
  return String(Number(recipe.seed) + imageIndex);
}

/** By their names; lights of one name that hang otherwise are told apart all the same. */
function tellLights(a: SceneSpec, b: SceneSpec, { t, rigs }: DifferenceTexts): [string, string] {
  const [before, after] = [a, b].map((scene) => nameRig(scene.lightRig, scene.lighting, { t, rigs })) as [
    string,
    string,
  ];
  const isOther = before === after && !isSameValue(a.lightRig ?? null, b.lightRig ?? null);
  return [before, isOther ? rigs.changed(after) : after];
}

function compareLightMaps(a: RenderSpec, b: RenderSpec, row: Row, words: Words): Difference[] {
  const [before, after] = [a.passes.lightmap, b.passes.lightmap];
  if (before === after) return [];
  const isOther = before !== null && after !== null;
  return row(
    words.rows.lightMap,
    before === null ? '' : words.painted,
    after === null ? '' : isOther ? words.paintedOtherwise : words.painted,
  );
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0;
}
