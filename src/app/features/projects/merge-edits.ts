import { mergeViews } from '../../../contract/camera/merge-views.ts';
import { fitViews } from '../../../contract/camera/model-views.ts';
import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { KeptStanding, PatchProjectBody, ProjectSettings } from '../../../contract/http/projects.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import { findStanding, fitStandings, standingOf, turnTo } from '../../../contract/scene/swap-standings.ts';
import { absentPart, isSamePart, splitParts } from '../../core/project-parts.ts';
import type { LostPart, ProjectRow } from '../../data/db.ts';
import { lostViews } from '../../data/keep-lost.ts';
import { freeName } from '../../values/free-name.ts';
import { isSameValue } from '../../values/same-value.ts';
import { reachTarget } from '../../values/settings-edit.ts';

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

/** Settings of this side, of the other, of what both began with, and of what the other may have of this side's. */
interface Sides {
  readonly mine: ProjectSettings;
  readonly theirs: ProjectSettings;
  readonly base: ProjectSettings;
  readonly own: ProjectSettings;
}

/**
 * Joins this side's unsent edits with another's: part by part this side's win (K7), see `project-parts.ts`; of saved
 * views each one's newer state does (E13), and the newest stay where there are too many; of two cameras of one model the
 * later one (E4); parts that either side hid or showed are as they left them. All of it model by model, whether a side
 * shows the model or has left it. Of two models that were brought this side's is shown.
 *
 * @param sent What of this side's edits may have reached the other: there it is no work of somebody else's.
 */
export function mergeEdits(edited: Edited, theirs: ProjectSettings, sent: SentEdits = {}): MergedEdits {
  const { settings: here, saved } = edited;
  const isModelHere = here.model_hash !== saved.model_hash;
  const shown = isModelHere ? here.model_hash : theirs.model_hash;
  const sides: Sides = { mine: here, theirs, base: saved, own: withSent(saved, sent) };
  const { settings, lost } = mergeParts(turnSides(sides, shown));
  if (here.model_hash !== theirs.model_hash) lost.push(...lostModel(sides, isModelHere));
  const { views, deleted } = joinViews(edited, theirs);
  const { kept, dropped } = fitViews({ camera_views: views, model_hash: shown });
  return {
    settings: {
      ...settings,
      camera_views: [...kept],
      render_settings: {
        ...settings.render_settings,
        kept_standings: joinStandings(sides, shown),
        deleted_views: [...deleted],
      },
    },
    lost: [...lost, ...lostViews(dropped)],
  };
}

/** All sides as if they showed one model. One that does not know it has not touched it. */
function turnSides(sides: Sides, hash: ContentHash | null): Sides {
  if (hash === null) return sides;
  const { mine, theirs, base, own } = sides;
  const known = findStanding(base, hash);
  const turn = (side: ProjectSettings, other: ProjectSettings): ProjectSettings =>
    turnTo(side, hash, findStanding(side, hash) ?? known ?? findStanding(other, hash));
  return {
    mine: turn(mine, theirs),
    theirs: turn(theirs, mine),
    base: turnTo(base, hash, known),
    own: turnTo(own, hash, findStanding(own, hash) ?? known),
  };
}

/** Joins all that is decided part by part, of sides that show one model. */
function mergeParts({ mine, theirs, base, own }: Sides): {
  readonly settings: ProjectSettings;
  readonly lost: LostPart[];
} {
  const [ours, others] = [splitParts(mine), splitParts(theirs)];
  const [before, known] = [splitParts(base), splitParts(own)];
  const lost: LostPart[] = [];
  let merged = theirs;
  for (const name of new Set([...ours.keys(), ...others.keys()])) {
    const [my, their] = [ours.get(name), others.get(name)];
    const isMine = !isSamePart(my, before.get(name));
    const isTheirs = !isSamePart(their, before.get(name)) && !isSamePart(their, known.get(name));
    if (!isMine || isSamePart(my, their)) continue;
    merged = { ...merged, ...reachTarget(merged, my ?? absentPart(name)) };
    if (isTheirs && !SILENT.has(name)) lost.push({ part: name, value: their ?? absentPart(name) });
  }
  const settings = {
    ...merged,
    render_settings: {
      ...merged.render_settings,
      hidden_nodes: joinHidden(mine, base, theirs),
      ...laterCamera(mine.render_settings, base.render_settings, theirs.render_settings),
    },
  };
  return { settings, lost };
}

/** The model that does not stand, with all that belongs to it, where both sides did something to theirs. */
function lostModel({ mine, theirs, base, own }: Sides, isModelHere: boolean): LostPart[] {
  const [my, their, before, known] = [mine, theirs, base, own].map((side) =>
    splitParts(side, true).get('model'),
  );
  const isMine = !isSamePart(my, before);
  const isTheirs = !isSamePart(their, before) && !isSamePart(their, known);
  const loser = isModelHere ? their : my;
  return isMine && isTheirs && loser !== undefined ? [{ part: 'model', value: loser }] : [];
}

function withSent(saved: ProjectSettings, sent: SentEdits): ProjectSettings {
  const render_settings = { ...saved.render_settings, ...sent.render_settings };
  return { ...saved, ...sent, render_settings } as ProjectSettings;
}

function joinHidden(mine: ProjectSettings, base: ProjectSettings, theirs: ProjectSettings): number[] {
  const [here, before, hidden] = [mine, base, theirs].map(
    (side) => new Set(side.render_settings.hidden_nodes),
  );
  for (const node of here ?? []) if (!before?.has(node)) hidden?.add(node);
  for (const node of before ?? []) if (!here?.has(node)) hidden?.delete(node);
  return [...(hidden ?? [])].sort((a, b) => a - b);
}

/** Models that are not shown, as they come out where both sides' work on them meets; those that were left last are the last. */
function joinStandings(sides: Sides, shown: ContentHash | null): KeptStanding[] {
  const { mine, theirs, base } = sides;
  const of = ({ render_settings }: ProjectSettings) => render_settings.kept_standings;
  if (isSameValue([of(mine), mine.model_hash], [of(theirs), theirs.model_hash])) return of(theirs);
  const listAll = (side: ProjectSettings): KeptStanding[] => {
    const standing = standingOf(side);
    return standing === null ? of(side) : [...of(side), standing];
  };
  const joined = new Map(listAll(theirs).map((entry) => [entry.model_hash, entry]));
  for (const entry of listAll(mine)) {
    const { model_hash: hash } = entry;
    const [before, other] = [findStanding(base, hash), joined.get(hash)];
    const isMine = other === undefined || before === null || !isSameValue(workOf(entry), workOf(before));
    if (isMine || hash === base.model_hash) joined.delete(hash);
    const whole = other === undefined ? entry : standingOf(mergeParts(turnSides(sides, hash)).settings);
    joined.set(hash, whole ?? entry);
  }
  if (shown !== null) joined.delete(shown);
  return fitStandings([...joined.values()]).kept;
}

function workOf({ camera: _camera, camera_at: _at, ...work }: KeptStanding): object {
  return work;
}

/** Looking around is no edit: where only one camera's time is known, that one counts. */
function laterCamera(mine: LastCamera, base: LastCamera, other: LastCamera): LastCamera {
  const of = ({ camera, camera_at }: LastCamera): LastCamera => ({ camera, camera_at });
  const before = of(base);
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
    {
      views: renameTwins(mine.views, base.views, other.views),
      deleted: [...mine.deleted.filter(({ uuid }) => !undone.has(uuid)), ...gone],
    },
  );
}

/**
 * Two tabs or devices that save a view at once both give it the next number. Of a new view here that has the name of a new
 * one there, this one takes the next name that is free, as a newer state of it.
 */
function renameTwins(
  mine: readonly SavedView[],
  base: readonly SavedView[],
  other: readonly SavedView[],
): readonly SavedView[] {
  const here = new Set(newViews(mine, [...base, ...other]));
  const there = new Set(newViews(other, [...base, ...mine]).map(({ name }) => name));
  const taken = [...mine, ...other].map(({ name }) => name);
  return mine.map((view) => {
    if (!here.has(view) || !there.has(view.name)) return view;
    const name = freeName(view.name, taken);
    taken.push(name);
    return { ...view, name, timestamp: view.timestamp + 1 };
  });
}

function newViews(views: readonly SavedView[], known: readonly SavedView[]): SavedView[] {
  const uuids = new Set(known.map(({ uuid }) => uuid));
  return views.filter(({ uuid }) => !uuids.has(uuid));
}
