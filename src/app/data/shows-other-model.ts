import type { ProjectRow } from './db.ts';

/**
 * The server's project shows another model yet: what this device does to the one that it shows must not reach it before
 * the save that brings the model.
 */
export function showsOtherModel({ settings, saved }: Pick<ProjectRow, 'settings' | 'saved'>): boolean {
  return saved.model_hash !== null && saved.model_hash !== settings.model_hash;
}
