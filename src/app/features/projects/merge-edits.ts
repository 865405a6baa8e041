import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { KeptStanding, PatchProjectBody, ProjectSettings } from '../../../contract/http/projects.ts';
import { mergeViews } from '../../../contract/merge-views.ts';
import { fitViews } from '../../../contract/model-views.ts';
import type { LostPart, ProjectRow } from '../../db.ts';
import { absentPart, isSamePart, splitParts } from '../../project-parts.ts';
import { isSameValue } from '../../same-value.ts';
import { reachTarget, type SettingsTarget } from '../../settings-edit.ts';
import { fitStandings, standingOf } from '../../swap-standings.ts';

type RenderSettings = ProjectSettings['render_settings'];
type LastCamera = Pick<RenderSettings, 'camera' | 'camera_at'>;
/** Edits in the form in which they are sent. */
export type SentEdits = Omit<PatchProjectBody, 'revision'>;
/** This side's work and the state that both sides began with. */
type Edited = Pick<ProjectRow, 'settings' | 'saved'>;

/** What came out where two devices' work met. */
export interface MergedEdits {
  readonly settings: ProjectSettings;
  /** What was set on both sides and does not stand. */
  readonly lost: readonly LostPart[];
}

/** A device's own way of looking at the project: what it replaces is nobody's work. */
const SILENT = new Set(['look:auto_rotate']);

/**
 * Joins this side's unsent edits with another's: part by part this side's win (K7), see `project-parts.ts`; of saved
 * views each one's newer state does (E13), and the newest stay where there are too many; of two cameras of one model the
 * later one (E4); parts that either side hid or showed are as they left them. A model that only the other side changed
 * comes with all that belongs to it, and the one that does not stand is kept as its side left it.
 *
 * @param sent What of this side's edits may have reached the other: there it is no work of somebody else's.
 */
export function mergeEdits(mine: Edited, theirs: ProjectSettings, sent: SentEdits = {}): MergedEdits {
  const { settings: here, saved } = mine;
  const isOther = here.model_hash !== theirs.model_hash;
  const ours = splitParts(here, isOther);
  const base = splitParts(saved, isOther);
  const others = splitParts(theirs, isOther);
  const own = splitParts(withSent(saved, sent), isOther);
  const lost: LostPart[] = [];
  const wanted: SettingsTarget[] = [];
  for (const name of new Set([...ours.keys(), ...others.keys()])) {
    const [my, their] = [ours.get(name), others.get(name)];
    const isMine = !isSamePart(my, base.get(name));
    const isTheirs = !isSamePart(their, base.get(name)) && !isSamePart(their, own.get(name));
    if (!isMine || isSamePart(my, their)) continue;
    const winsThere = name === 'model' && isOther && here.model_hash === saved.model_hash;
    if (!winsThere) wanted.push(my ?? absentPart(name));
    const loser = winsThere ? my : their;
    if (isTheirs && !SILENT.has(name)) lost.push({ part: name, value: loser ?? absentPart(name) });
  }
  const isModelHere = isOther && here.model_hash !== saved.model_hash;
  let merged: ProjectSettings = isModelHere ? { ...theirs, model_materials: [] } : theirs;
  for (const target of wanted) merged = { ...merged, ...reachTarget(merged, target) };
  const { views, deleted } = joinViews(mine, theirs);
  const { kept, dropped } = fitViews({ camera_views: views, model_hash: merged.model_hash });
  if (dropped.length > 0) lost.push({ part: 'views', value: { camera_views: dropped } });
  return {
    settings: {
      ...merged,
      model_materials: numberInstances(merged.model_materials, theirs.model_materials),
      camera_views: [...kept],
      render_settings: {
        ...merged.render_settings,
        ...(isOther
          ? cameraOf(isModelHere ? here : theirs)
          : {
              hidden_nodes: joinHidden(mine, theirs),
              ...laterCamera(here.render_settings, saved.render_settings, theirs.render_settings),
            }),
        kept_standings: joinStandings(mine, theirs, merged.model_hash),
        deleted_views: [...deleted],
      },
    },
    lost,
  };
}

function withSent(saved: ProjectSettings, sent: SentEdits): ProjectSettings {
  const render_settings = { ...saved.render_settings, ...sent.render_settings };
  return { ...saved, ...sent, render_settings } as ProjectSettings;
}

/** Two devices may have given the same number to a part each: this side's gets the next free one. */
function numberInstances(
  entries: ProjectSettings['model_materials'],
  theirs: ProjectSettings['model_materials'],
): ProjectSettings['model_materials'] {
  const known = new Map(theirs.map(({ id, instanceIndex }) => [id, instanceIndex]));
  const taken = new Set<number>();
  const sorted = [...entries].sort((a, b) => Number(known.has(b.id)) - Number(known.has(a.id)));
  const numbers = new Map<string, number | null>();
  for (const { id, instanceIndex } of sorted) {
    let number = instanceIndex;
    while (number !== null && taken.has(number)) number += 1;
    if (number !== null) taken.add(number);
    numbers.set(id, number);
  }
  return entries.map((entry) =>
    numbers.get(entry.id) === entry.instanceIndex
      ? entry
      : { ...entry, instanceIndex: numbers.get(entry.id) ?? null },
  );
}

function joinHidden({ settings, saved }: Edited, theirs: ProjectSettings): number[] {
  const [here, before] = [settings, saved].map((one) => new Set(one.render_settings.hidden_nodes));
  const hidden = new Set(theirs.render_settings.hidden_nodes);
  for (const node of here ?? []) if (!before?.has(node)) hidden.add(node);
  for (const node of before ?? []) if (!here?.has(node)) hidden.delete(node);
  return [...hidden].sort((a, b) => a - b);
}

function cameraOf({ render_settings }: ProjectSettings): LastCamera {
  const { camera, camera_at } = render_settings;
  return { camera, camera_at };
}

/**
 * Each model as the side left it that changed it, this one where both did; what one side shows and the other has left,
 * too. Looking around is no change: of two cameras of a model the later one counts.
 */
function joinStandings(
  { settings, saved }: Edited,
  theirs: ProjectSettings,
  shown: ProjectSettings['model_hash'],
): KeptStanding[] {
  const of = ({ render_settings }: ProjectSettings) => render_settings.kept_standings;
  if (isSameValue([of(settings), settings.model_hash], [of(theirs), theirs.model_hash])) return of(theirs);
  const [mine, before, others] = [settings, saved, theirs].map((side) => {
    const gone = side.model_hash === shown && side !== saved ? null : standingOf(side);
    return gone === null ? of(side) : [...of(side), gone];
  });
  const known = new Map(before?.map((entry) => [entry.model_hash, entry]));
  const joined = new Map(others?.map((entry) => [entry.model_hash, entry]));
  for (const entry of mine ?? []) {
    const { model_hash: hash } = entry;
    const [base, other] = [known.get(hash), joined.get(hash)];
    const camera = other === undefined ? {} : laterCamera(entry, base, other);
    const isMine = other === undefined || base === undefined || !isSameValue(workOf(entry), workOf(base));
    // Those that were left last are the last.
    if (isMine || hash === saved.model_hash) joined.delete(hash);
    joined.set(hash, { ...(isMine ? entry : other), ...camera });
  }
  if (shown !== null) joined.delete(shown);
  return fitStandings([...joined.values()]).kept;
}

function workOf({ camera: _camera, camera_at: _at, ...work }: KeptStanding): object {
  return work;
}

/** Looking around is no edit: where only one camera's time is known, that one counts. */
function laterCamera(mine: LastCamera, base: LastCamera | undefined, other: LastCamera): LastCamera {
  const of = ({ camera, camera_at }: LastCamera): LastCamera => ({ camera, camera_at });
  const before = base && of(base);
  if (isSameValue(of(other), before)) return of(mine);
  if (isSameValue(of(mine), before)) return of(other);
  return (mine.camera_at ?? 0) > (other.camera_at ?? 0) ? of(mine) : of(other);
}

interface Views {
  readonly views: readonly SavedView[];
  readonly deleted: RenderSettings['deleted_views'];
}

/** A view this side knew and no longer has was deleted here; a deletion it knew and has undone does not count. */
function joinViews({ settings, saved }: Edited, theirs: ProjectSettings): Views {
  const of = ({ camera_views, render_settings }: ProjectSettings): Views => ({
    views: camera_views,
    deleted: render_settings.deleted_views,
  });
  const [mine, base, other] = [of(settings), of(saved), of(theirs)];
  if (isSameValue(other, base)) return mine;
  if (isSameValue(mine, base)) return other;
  const here = new Set(mine.views.map(({ uuid }) => uuid));
  const undone = new Set(base.deleted.map(({ uuid }) => uuid).filter((uuid) => here.has(uuid)));
  const gone = base.views
    .filter(({ uuid }) => !here.has(uuid))
    .map(({ uuid, timestamp }) => ({ uuid, timestamp }));
  return mergeViews(
    { views: other.views, deleted: other.deleted.filter(({ uuid }) => !undone.has(uuid)) },
    { views: mine.views, deleted: [...mine.deleted.filter(({ uuid }) => !undone.has(uuid)), ...gone] },
  );
}
