import { isOfDevice } from '../../data/classify-failure.ts';
import { isOrder } from '../../data/is-order.ts';
import { namePart } from '../../data/name-part.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import type { Texts } from '../../texts/use-texts.ts';
import type { Connection } from '../../values/connection.ts';
import { rootOf, type Unsent, type UnsentWork } from './list-unsent.ts';
import { listChangedParts, nameUnsentViews } from './unsent-changes.ts';

/** Parts of a save that are named; the rest is counted. */
const NAMED_PARTS = 3;

/** What it is, in words: "The view “Front” of Chair". */
export function nameUnsent(texts: Texts, late: LateTexts, unsent: Unsent): string {
  const { unsent: t } = late;
  const { project } = unsent;
  const projectName = project?.settings.name ?? t.goneProject;
  const of = (what: string): string => t.of(what, projectName);
  const changes = (): string => {
    if (project === undefined) return of(t.what.changes);
    const parts = listChangedParts(project).map((part) => namePart(late, part, project.settings));
    const isLight = unsent.kind === 'project' && unsent.hasLight;
    if (parts.length === 0) return of(isLight ? t.what.sketches : t.what.views);
    const named = parts.slice(0, NAMED_PARTS);
    const rest = parts.length - named.length;
    return of(t.what.changed(texts.format.list(rest === 0 ? named : [...named, t.more(rest)])));
  };
  if (unsent.kind === 'project')
    return unsent.project.serverId === null ? t.what.project(projectName) : changes();
  const { work } = unsent.row;
  switch (work.kind) {
    case 'create-project':
      return t.what.project(projectName);
    case 'activate-project':
      return t.what.opened(projectName);
    case 'upload-model':
      return of(t.what.model(work.name));
    case 'upload-texture':
      return of(t.what.texture(work.name));
    case 'upload-picture':
      return of(t.what.picture(work.name));
    case 'import-render':
      return of(work.deviceKey === undefined ? t.what.brought : t.what.drawn);
    case 'adopt-item':
      return t.what[work.assetType](work.name);
    case 'save-project':
      return changes();
    case 'sync-views': {
      if (project === undefined) return of(t.what.views);
      const { changed, deleted } = nameUnsentViews(project);
      const list = (names: readonly string[]): string => texts.format.list(names.map(t.named));
      if (changed.length > 0) return of(t.what.viewNames(changed.length, list(changed)));
      return of(deleted.length > 0 ? t.what.viewsDeleted(deleted.length, list(deleted)) : t.what.views);
    }
    case 'sync-sketches':
      return of(t.what.sketches);
    case 'sync-selection':
      return of(t.what.selection);
    case 'sync-materials':
      return of(t.what.materials);
    case 'sync-look': {
      const { look } = unsent;
      return (look?.deletedAt == null ? t.what.look : t.what.lookDeleted)(look?.name ?? '');
    }
    case 'sync-environment': {
      const { environment } = unsent;
      const name = environment?.name ?? '';
      return (environment?.deletedAt == null ? t.what.environment : t.what.environmentDeleted)(name);
    }
    case 'order-render':
      return of(t.what.order(work.request.imageCount));
    case 'rerun-render':
      return t.what.rerun(work.renderId);
  }
}

/** Why it is not on the server. @param now Milliseconds since the epoch. */
export function explainUnsent(
  texts: Texts,
  late: LateTexts,
  unsent: Unsent,
  connection: Connection,
  now: number,
): string {
  const { why } = late.unsent;
  if (unsent.kind === 'project') return unsent.project.serverId === null ? why.onlyHere : why.unsaved;
  const { row, state, cause } = unsent;
  if (state === 'refused' || state === 'asks') {
    const root = rootOf(unsent);
    if (root !== unsent) return why.refusedWith(nameUnsent(texts, late, root));
    return row.failure === null ? why.yes : describeFailure(texts, row.failure);
  }
  if (connection !== 'online') return why[connection];
  if (row.nextAt > now) {
    if (row.delayedBy !== undefined && isOfDevice(row.delayedBy))
      return describeFailure(texts, row.delayedBy);
    const time = texts.format.time(row.nextAt);
    const number = row.delayedBy?.code === 'server-failed' ? row.delayedBy.requestId : undefined;
    return number === undefined ? why.later(time) : why.laterAsk(time, number);
  }
  return cause === null ? why.next : why.after(nameUnsent(texts, late, cause));
}

/** What is gone once it is discarded, or that nothing is. */
export function describeLoss({ unsent: t }: LateTexts, unsent: UnsentWork): string {
  const { work, failure }: OutboxRow = unsent.row;
  const { lost } = t;
  if (isOrder(work)) return failure?.code === 'order-unanswered' ? lost.unanswered : lost.order;
  switch (work.kind) {
    case 'import-render':
      return work.deviceKey === undefined ? lost.brought : lost.picture;
    case 'adopt-item':
      return lost.item;
    case 'activate-project':
      return lost.opened;
    case 'sync-sketches':
      return lost.sketches;
    case 'sync-look':
      return unsent.look?.sentAt == null ? lost.look : lost.lookChange;
    case 'sync-environment':
      return unsent.environment?.sentAt == null ? lost.environment : lost.lookChange;
    default:
      return lost.stays;
  }
}
