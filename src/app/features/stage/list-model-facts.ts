import type { ModelContents, ModelReport, ModelWarning } from '../../../contract/model-report.ts';
import type { Units } from '../../browser/preferences.ts';
import { printLength } from '../../model/print-length.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** A line of the list about a model. */
export interface ModelFact {
  readonly label: string;
  readonly value: string;
  /** What it means here. */
  readonly hint?: string;
}

/** Lines under a heading. */
export interface FactGroup {
  readonly title: string;
  readonly facts: readonly ModelFact[];
}

type Words = LateTexts['aboutModel'];

/** So many names, or textures, are listed; the others are counted. */
const LISTED_MAX = 50;

/**
 * Everything there is to say of a model's file, in the person's language: the file itself, its textures, what of it is
 * not shown, and notes. Groups without lines are left out.
 *
 * @param normalisation How it was stood up, column-major.
 */
export function listModelFacts(
  { name, report }: { readonly name: string; readonly report: ModelReport },
  contents: ModelContents,
  normalisation: readonly number[],
  units: Units,
  texts: Texts,
  words: Words,
): FactGroup[] {
  const { groups } = words;
  const hidden = listHidden(contents, report.warnings, texts, words);
  return [
    { title: groups.file, facts: listFile(name, report, contents, normalisation, units, texts, words) },
    { title: groups.textures, facts: listTextures(contents, texts, words) },
    {
      title: groups.notShown,
      facts: hidden.length > 0 ? hidden : [{ label: words.nothing, value: '' }],
    },
    { title: groups.notes, facts: listNotes(contents, report.warnings, texts, words) },
  ].filter(({ facts }) => facts.length > 0);
}

/** The list as a text to send to somebody. */
export function writeModelFacts(groups: readonly FactGroup[]): string {
  const line = ({ label, value, hint }: ModelFact): string =>
    [value === '' ? label : `${label}: ${value}`, ...(hint === undefined ? [] : [`(${hint})`])].join(' ');
  return groups.map(({ title, facts }) => [title, ...facts.map(line)].join('\n')).join('\n\n');
}

function listFile(
  name: string,
  report: ModelReport,
  contents: ModelContents,
  normalisation: readonly number[],
  units: Units,
  { format }: Texts,
  words: Words,
): ModelFact[] {
  const count = (value: number): string => format.number(value);
  const [width = '', height = '', depth = ''] = measureStood(report, normalisation).map((metres) =>
    printLength(metres, units, format),
  );
  const facts = [
    { label: words.name, value: name },
    { label: words.sizeBytes, value: format.bytes(report.sizeBytes) },
    { label: words.size, value: words.sizeOf(width, height, depth) },
    { label: words.unit, value: words.units[contents.unit] },
    { label: words.triangles, value: count(report.triangleCount) },
    { label: words.parts, value: count(contents.partCount) },
    { label: words.materials, value: count(report.materials.length) },
  ];
  const variants = report.variants?.length ?? 0;
  if (variants > 0) facts.push({ label: words.colourways, value: count(variants) });
  if (contents.partsWithoutUv > 0) {
    const value = words.withoutUvOf(contents.partsWithoutUv, contents.partCount);
    facts.push({ label: words.withoutUv, value });
  }
  return facts;
}

function listTextures({ textures }: ModelContents, { t, format }: Texts, words: Words): ModelFact[] {
  if (textures.length === 0) return [{ label: words.noTextures, value: '' }];
  const bytes = textures.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const listed = textures.slice(0, LISTED_MAX).map(({ name, role, materials, ...size }, index) => {
    const { widthPx, heightPx, sizeBytes } = size;
    const sizes = [
      widthPx === null || heightPx === null ? words.unknownSize : `${format.size(widthPx, heightPx)} px`,
      ...(sizeBytes === null ? [] : [format.bytes(sizeBytes)]),
    ];
    const purpose = t.models.roles[role ?? 'other'];
    const hint = materials.length > 0 ? t.models.purposeOf(purpose, format.list(materials)) : purpose;
    return { label: name || words.texture(index + 1), value: sizes.join(', '), hint };
  });
  const rest = textures.length - listed.length;
  return [
    { label: words.textureSum(textures.length, format.bytes(bytes)), value: '' },
    ...listed,
    ...(rest > 0 ? [{ label: words.more(rest), value: '' }] : []),
  ];
}

function listHidden(
  contents: ModelContents,
  warnings: readonly ModelWarning[],
  { format }: Texts,
  words: Words,
): ModelFact[] {
  const { lights, cameraCount, otherSceneCount, unreadExtensions } = contents;
  const found: ModelFact[] = [];
  const counted = (label: string, count: number, hint: string): void => {
    if (count > 0) found.push({ label, value: format.number(count), hint });
  };
  counted(words.otherLights, lights.other, words.otherLightsHint);
  counted(words.cameras, cameraCount, words.camerasHint);
  counted(words.scenes, otherSceneCount, words.scenesHint);
  if (unreadExtensions.length > 0) {
    const value = named(unreadExtensions, { format }, words);
    found.push({ label: words.extensions, value, hint: words.extensionsHint });
  }
  const stripped = warnings.flatMap((warning) => (warning.kind === 'stripped-node' ? [warning.name] : []));
  if (stripped.length > 0) found.push({ label: words.stripped, value: named(stripped, { format }, words) });
  return found;
}

function listNotes(
  contents: ModelContents,
  warnings: readonly ModelWarning[],
  { t, format }: Texts,
  words: Words,
): ModelFact[] {
  const { animations, lights, skinCount, morphCount, pointCount, lineCount } = contents;
  const found: ModelFact[] = [];
  const kinds = (['directional', 'point', 'spot', 'profile'] as const).filter(
    (kind) => (lights[kind] ?? 0) > 0,
  );
  if (kinds.length > 0) {
    const value = kinds.map((kind) => `${format.number(lights[kind] ?? 0)} ${words.lightKinds[kind]}`);
    found.push({ label: words.lights, value: format.list(value), hint: words.lightsHint });
  }
  if (contents.hasSurroundings === true)
    found.push({ label: words.surroundings, value: '', hint: words.surroundingsHint });
  if (animations.length > 0) {
    const names = animations.map((name, index) => name || words.animation(index + 1));
    found.push({
      label: words.animations,
      value: named(names, { format }, words),
      hint: words.animationsHint,
    });
  }
  const counted = (label: string, count: number, hint: string): void => {
    if (count > 0) found.push({ label, value: format.number(count), hint });
  };
  counted(words.skins, skinCount, words.skinsHint);
  counted(words.morphs, morphCount, words.morphsHint);
  counted(words.points, pointCount + lineCount, words.pointsHint);
  for (const warning of warnings) {
    if (warning.kind === 'broken-faces') counted(words.brokenFaces, warning.count, words.brokenFacesHint);
  }
  const listed = (label: string, names: readonly string[], hint?: string): void => {
    if (names.length === 0) return;
    found.push({ label, value: named(names, { format }, words), ...(hint === undefined ? {} : { hint }) });
  };
  const of = <Kind extends ModelWarning['kind']>(kind: Kind): Extract<ModelWarning, { kind: Kind }>[] =>
    warnings.filter((warning): warning is Extract<ModelWarning, { kind: Kind }> => warning.kind === kind);
  listed(
    words.missing,
    of('missing-file').map(({ uri }) => uri),
  );
  listed(
    words.refused,
    of('refused-uri').map(({ uri }) => uri),
  );
  listed(
    words.unreadable,
    of('unreadable-image').map(({ name }) => name),
  );
  listed(
    words.cmyk,
    of('cmyk-image').map(({ name, materials }) => name || materials[0] || words.nameless),
    words.cmykHint,
  );
  listed(
    words.profiles,
    of('unreadable-profile').map(({ name }) => name || words.nameless),
    words.profilesHint,
  );
  listed(
    words.displacement,
    of('ignored-displacement').map(({ uri }) => uri),
    words.displacementHint,
  );
  listed(
    words.untraceable,
    of('not-traceable').map(({ feature }) => t.models.feature(feature)),
  );
  return found;
}

function named(names: readonly string[], { format }: Pick<Texts, 'format'>, words: Words): string {
  const rest = names.length - LISTED_MAX;
  return format.list([...names.slice(0, LISTED_MAX), ...(rest > 0 ? [words.more(rest)] : [])]);
}

/** Width, height and depth in metres as the model was stood up, whatever its stage is scaled by. */
function measureStood({ bounds: { min, max } }: ModelReport, matrix: readonly number[]): number[] {
  const at = (row: number, column: number): number => matrix[4 * column + row] ?? 0;
  const scale = Math.hypot(at(0, 0), at(1, 0), at(2, 0)) || 1;
  const sides = max.map((value, axis) => value - (min[axis] ?? 0));
  return [0, 1, 2].map((row) =>
    sides.reduce((sum, side, column) => sum + (Math.abs(at(row, column)) / scale) * side, 0),
  );
}
