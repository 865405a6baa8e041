import { z } from 'zod';
import { AppError, isAbort, isFailure } from '../../../contract/failure.ts';
import { MaterialSelectionBody, ToggleSelectionAnswer } from '../../../contract/http/model-materials.ts';
import type { MaterialSelection } from '../../../contract/http/projects.ts';
import type { MaterialId, ProjectId } from '../../../contract/ids.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import type { SendTools } from '../../core/app.ts';
import { adoptRevision } from '../../data/adopt-revision.ts';
import { classifyFailure } from '../../data/classify-failure.ts';
import type { ProjectRow } from '../../data/db.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { showsOtherModel } from '../../data/shows-other-model.ts';
import { isSameChoice, readSelection } from './read-selection.ts';

/** What tells a material from another one (see `contract/scene/same-material.ts`). */
const WORN = ['libraryId', 'textureHash', 'name'] as const;

/** What became of a selection that was sent. */
export interface SentSelection {
  /** Null when the server took it. */
  readonly refusal: {
    readonly isMaximum: boolean;
    readonly refused: MaterialSelection | null;
    /** What the server has. */
    readonly back: MaterialSelection | null;
  } | null;
}

/**
 * Brings the server the selection of a project (G12): the first one is posted, a press on one material is its own
 * call, any other change is put, and back to the automatic priority deletes. One among the materials of a model
 * in whose place the server's project shows another yet goes with the save. What the server refuses is taken back here; without the server
 * the row waits.
 *
 * @throws AppError `not-found` for a project that the server does not have; `server-unreachable` and its like.
 */
export async function sendSelection(
  tools: SendTools,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<SentSelection> {
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  if (project === undefined || project.serverId === null) throw new AppError({ code: 'not-found' });
  const wanted = project.settings.render_settings.material_selection;
  const known = project.saved.render_settings.material_selection;
  if (showsOtherModel(project) || isSameChoice(wanted, known)) return { refusal: null };
  try {
    const stored = await send(tools, project, project.serverId, signal);
    await settle(tools, project.key, wanted, stored.selection, stored.revision);
    return { refusal: null };
  } catch (error) {
    if (isAbort(error) || !(error instanceof AppError) || isWayLost(error)) throw error;
    await settle(tools, project.key, wanted, known, null);
    const isMaximum = isFailure(error, 'selection-limit');
    return { refusal: { isMaximum, refused: wanted, back: known } };
  }
}

/** What the server has by now, and the revision it is of. */
interface Stored {
  readonly selection: MaterialSelection | null;
  readonly revision: number | null;
}

async function send(
  tools: SendTools,
  { settings, saved }: ProjectRow,
  serverId: ProjectId,
  signal: AbortSignal,
): Promise<Stored> {
  const wanted = settings.render_settings.material_selection;
  const known = saved.render_settings.material_selection;
  const path = `/api/projects/${serverId}/material-selection/`;
  if (wanted === null) {
    const { revision } = await tools.server.callRevised(path, z.unknown(), { method: 'DELETE' }, signal);
    return { selection: null, revision };
  }
  const toggled =
    known === null ? null : findToggled(known, wanted, settings.model_materials, saved.model_materials);
  if (toggled !== null) {
    const answer = await tools.server.callRevised(
      `/api/projects/${serverId}/toggle-material-selection/`,
      ToggleSelectionAnswer,
      { method: 'POST', body: { material_id: toggled } },
      signal,
    );
    const selection = readSelection(answer.body);
    if (isSameChoice(selection, wanted)) return { selection, revision: answer.revision };
  }
  const { selected, deselected } = wanted;
  const method = known === null ? 'POST' : 'PUT';
  const body = { selected, deselected };
  const answer = await tools.server.callRevised(path, MaterialSelectionBody, { method, body }, signal);
  return { selection: readSelection(answer.body), revision: answer.revision };
}

/**
 * The one material that was pressed, if the server judges it as this device did: all that is selected wears there what
 * the person sees.
 */
function findToggled(
  from: MaterialSelection,
  to: MaterialSelection,
  here: readonly ModelMaterial[],
  there: readonly ModelMaterial[],
): MaterialId | null {
  const moved = [
    ...to.selected.filter((id) => !from.selected.includes(id)),
    ...from.selected.filter((id) => !to.selected.includes(id)),
  ];
  const [id] = moved;
  if (id === undefined || moved.length > 1) return null;
  const isKnown = (other: MaterialId): boolean => {
    const [mine, theirs] = [here, there].map((entries) => entries.find((entry) => entry.id === other));
    if (mine === undefined || theirs === undefined) return mine === theirs;
    return WORN.every((field) => mine[field] === theirs[field]);
  };
  if (!there.some((entry) => entry.id === id && entry.textureHash !== null)) return null;
  return [id, ...to.selected].every(isKnown) ? id : null;
}

/** Writes down what the server has, and here too unless the person has changed it since. */
async function settle(
  tools: SendTools,
  key: string,
  wanted: MaterialSelection | null,
  stored: MaterialSelection | null,
  revision: number | null,
): Promise<void> {
  await tools.db.write(async () => {
    const row = await tools.db.projects.get(key);
    if (row === undefined) return;
    const { settings, saved } = row;
    const isCurrent = isSameChoice(settings.render_settings.material_selection, wanted);
    const here = isCurrent ? stored : settings.render_settings.material_selection;
    await tools.db.projects.update(key, {
      ...adoptRevision(row, revision),
      saved: { ...saved, render_settings: { ...saved.render_settings, material_selection: stored } },
      settings: { ...settings, render_settings: { ...settings.render_settings, material_selection: here } },
    });
  });
}

/** Failures that say nothing of the selection: the row waits and is sent again. */
function isWayLost({ failure }: AppError): boolean {
  return (
    classifyFailure(failure) === 'wait' || ['rate-limited', 'idempotency-in-flight'].includes(failure.code)
  );
}
