import type { MaterialDressing, MaterialFinish } from '../../../contract/scene/material-dressing.ts';
import type { Texts } from '../../texts/use-texts.ts';
import type { RecipeNames } from './recipe-names.ts';

type Words = Pick<Texts, 't' | 'format'>;
type Properties = Readonly<Record<string, string>>;

/**
 * What a material wears in two recipes: what is laid on, and of its properties those that differ.
 *
 * @param before Undefined: as the file has it.
 */
export function tellDressing(
  before: MaterialDressing | undefined,
  after: MaterialDressing | undefined,
  words: Words,
  names: Pick<RecipeNames, 'item'>,
): [string, string] {
  const [from, to] = [nameWear(before, words, names), nameWear(after, words, names)];
  const tint = words.t.history.fields.color;
  const [old, now] = [listProperties(before, words), listProperties(after, words)];
  const tell = (wear: string, mine: Properties, theirs: Properties): string => {
    // Another material shines otherwise: only its colour was a choice beside it.
    const telling = Object.entries(mine).filter(
      ([name, value]) => theirs[name] !== value && (from === to || name === tint),
    );
    return [wear, ...telling.map(([name, value]) => `${name} ${value}`)].join(', ');
  };
  const told: [string, string] = [tell(from, old, now), tell(to, now, old)];
  if (told[0] !== told[1]) return told;
  return [`${told[0]} (${markOf(before)})`, `${told[1]} (${markOf(after)})`];
}

function nameWear(
  dressing: MaterialDressing | undefined,
  { t }: Words,
  { item }: Pick<RecipeNames, 'item'>,
): string {
  if (dressing === undefined || dressing.kind === 'adjusted') return t.history.asFile;
  if (dressing.kind === 'plain') return dressing.colour.toUpperCase();
  return item('material', dressing.libraryId) ?? dressing.name;
}

function listProperties(dressing: MaterialDressing | undefined, { t, format }: Words): Properties {
  if (dressing === undefined) return {};
  const { fields } = t.history;
  const number = (value: number) => format.number(Math.round(value * 100) / 100);
  const { colour, metalness, roughness, finish } = dressing;
  const isTint = dressing.kind === 'adjusted' || (dressing.kind === 'library' && colour !== '#ffffff');
  return Object.fromEntries(
    [
      [fields.color, isTint && colour !== null ? colour.toUpperCase() : null],
      [fields.metalness, metalness === null ? null : format.percent(metalness)],
      [fields.roughness, roughness === null ? null : format.percent(roughness)],
      ...(dressing.kind === 'library'
        ? [
            [fields.tileSize, number(dressing.tileSize)],
            [fields.rotationRadians, `${number((dressing.rotationRadians * 180) / Math.PI)}°`],
          ]
        : []),
      ...Object.entries(finish ?? {}).map(([name, value]) => [
        fields[name as keyof MaterialFinish],
        typeof value === 'number' ? number(value) : String(value).toUpperCase(),
      ]),
    ].flatMap(([name, value]) => (value === null || name === undefined ? [] : [[name, value]])),
  );
}

/** Two pictures of one name: their hashes tell them apart. */
function markOf(dressing: MaterialDressing | undefined): string {
  if (dressing?.kind !== 'library') return dressing?.kind ?? '';
  return (dressing.maps?.normalHash ?? dressing.textureHash).slice(0, 8);
}
