import { AppError } from '../../../contract/failure.ts';
import type { ModelWarning, UnreadableImage } from '../../../contract/model-report.ts';
import type { LoadReport } from '../../../contract/viewer-api.ts';
import type { Texts } from '../../texts/use-texts.ts';
import type { ToastKind, ToastOptions } from '../../ui/toasts.ts';
import { FOREIGN_PICTURE } from '../../values/foreign-picture.ts';
import { describeLoadError } from './describe-load-failure.ts';
import type { ImportedModel } from './import-model.ts';

/** One toast about files that a person gave. */
export type SaidOfFiles = Pick<ToastOptions, 'message'> & {
  readonly kind: ToastKind;
  readonly title: string;
};

/** So many names stand in one sentence; the others are counted. */
const MAX_NAMED = 3;

/** What of files that were opened is missing, mended or left out: one sentence a kind, and what to do about it. */
export function describeImport(
  { t, format }: Texts,
  {
    row,
    name,
    ambiguous,
    passedOver,
  }: Pick<ImportedModel, 'name' | 'ambiguous' | 'passedOver'> & {
    readonly row: Pick<ImportedModel['row'], 'name' | 'report'>;
  },
): SaidOfFiles[] {
  const { models } = t;
  const { warnings, triangleCount } = row.report;
  const of = <Kind extends ModelWarning['kind']>(kind: Kind) =>
    warnings.filter((warning): warning is Extract<ModelWarning, { kind: Kind }> => warning.kind === kind);
  const list = (names: readonly string[]): string => {
    const rest = names.length - MAX_NAMED;
    return format.list([...names.slice(0, MAX_NAMED), ...(rest > 0 ? [models.more(rest)] : [])]);
  };
  const said: SaidOfFiles[] = [];
  const warn = (names: readonly string[], title: (names: string) => string, message?: string): void => {
    if (names.length === 0) return;
    said.push({ kind: 'warning', title: title(list(names)), ...(message === undefined ? {} : { message }) });
  };
  const missing = of('missing-file').flatMap(({ uri }) => (ambiguous.includes(uri) ? [] : [uri]));
  const outside = of('refused-uri').map(({ uri }) => uri);
  warn(ambiguous, models.ambiguous);
  warn(
    missing,
    (names) => models.missing(row.name, missing.length, names),
    models.missingHint(missing.length),
  );
  warn(outside, (names) => models.outside(row.name, names), models.outsideHint);
  warn(
    of('cmyk-image').map((one) => nameImage({ t, format }, one)),
    models.cmyk,
    models.cmykHint,
  );
  warn(
    of('mended-rotation').map((turned) => turned.name || models.namelessPart),
    models.mendedRotations,
  );
  for (const { count } of of('broken-faces')) {
    said.push({ kind: 'warning', title: models.brokenFaces(row.name, count) });
  }
  if (triangleCount === 0) said.push({ kind: 'warning', title: models.onlyPoints(row.name) });
  const profiles = of('unreadable-profile');
  if (profiles.length > 0) said.push({ kind: 'warning', title: models.profiles(row.name, profiles.length) });
  warn(
    of('ignored-displacement').map(({ uri }) => uri),
    models.displacement,
  );
  warn(
    of('not-traceable').map(({ feature }) => models.feature(feature)),
    (names) => models.untraceable(row.name, names),
    models.untraceableHint,
  );
  if (passedOver.length > 0) said.push({ kind: 'info', title: models.tookOne(name, passedOver.length) });
  return said;
}

/** What is said of files of which none is a model, or is of a kind that is not read. Null for other errors. */
export function describeUnsupported(texts: Texts, name: string, error: unknown): SaidOfFiles | null {
  if (!(error instanceof AppError) || error.failure.code !== 'file-format-unsupported') return null;
  const { models } = texts.t;
  const hint = FOREIGN_PICTURE.test(name) ? models.foreignHint : models.dropHint;
  const message = name === '' ? hint : `${models.notOpened(name)} ${hint}`;
  return { kind: 'error', title: describeLoadError(texts, name, error), message };
}

/** What of a model on the stage is not drawn as its file has it. */
export function describeDrawn(
  { t, format }: Texts,
  name: string,
  { unreadableImages, strayTriangleCount }: Pick<LoadReport, 'unreadableImages' | 'strayTriangleCount'>,
): string[] {
  const said: string[] = [];
  if (unreadableImages.length > 0) {
    const names = unreadableImages.slice(0, MAX_NAMED).map((one) => nameImage({ t, format }, one));
    const rest = unreadableImages.length - names.length;
    if (rest > 0) names.push(t.models.more(rest));
    said.push(t.stage.unreadableImages(unreadableImages.length, format.list(names)));
  }
  if (strayTriangleCount > 0) said.push(t.stage.strayTriangles(name, strayTriangleCount));
  return said;
}

function nameImage({ t, format }: Pick<Texts, 't' | 'format'>, { name, materials }: UnreadableImage): string {
  return materials.length === 0
    ? t.stage.imageUnused(name)
    : t.stage.imageOf(format.list([...materials]), name);
}
