import { viewsOfModel } from '../../../contract/camera/model-views.ts';
import type { ProjectSummaryBody } from '../../../contract/http/projects.ts';
import type { ProjectRow } from '../../data/db.ts';
import { compareNames } from '../../values/compare-names.ts';
import { listDirtyFields } from '../../values/dirty-fields.ts';
import type { ProjectRef } from './project-ref.ts';

/** A project as the list shows it. */
export interface ListedProject extends ProjectRef {
  readonly name: string;
  readonly modelName: string | null;
  /** Address of a small picture, null without any. */
  readonly thumbnail: string | null;
  /** Of the last change that the server or this device knows of, milliseconds since the epoch. */
  readonly changedAt: number;
  /** This device has work in it that the server has not. */
  readonly hasUnsaved: boolean;
}

/**
 * The projects that this device or the server has, the last used first, those of one moment by name. What this device has of
 * one is what it would open with.
 *
 * @param language BCP 47, of the order of names.
 */
export function listProjects(
  rows: readonly ProjectRow[],
  summaries: readonly ProjectSummaryBody[],
  language: string,
): ListedProject[] {
  const known = new Map(summaries.map((summary) => [summary.id, summary]));
  const here = rows.map((row): ListedProject => {
    const summary = row.serverId === null ? undefined : known.get(row.serverId);
    if (summary !== undefined) known.delete(summary.id);
    const { settings, saved, openedAt, key, serverId } = row;
    return {
      key,
      serverId,
      name: settings.name,
      modelName: settings.model_name,
      thumbnail:
        summary?.thumbnail ?? viewsOfModel(settings).find((view) => view.thumbnail)?.thumbnail ?? null,
      changedAt: Math.max(openedAt, Date.parse(summary?.updated_at ?? '') || 0),
      hasUnsaved: serverId === null || listDirtyFields(settings, saved).length > 0,
    };
  });
  const there = [...known.values()].map(
    (summary): ListedProject => ({
      key: null,
      serverId: summary.id,
      name: summary.name,
      modelName: summary.model_name,
      thumbnail: summary.thumbnail,
      changedAt: Date.parse(summary.updated_at) || 0,
      hasUnsaved: false,
    }),
  );
  const compare = compareNames(language);
  return [...here, ...there].sort((a, b) => b.changedAt - a.changedAt || compare(a.name, b.name));
}

/** Projects whose name, or whose model's, holds all words of a search, whatever their case and accents. */
export function searchProjects(projects: readonly ListedProject[], search: string): ListedProject[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return projects.filter(({ name, modelName }) => {
    const text = fold(`${name} ${modelName ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
