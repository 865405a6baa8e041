import type { EngineFamily, MissingPart } from '../../../contract/http/engines.ts';

/** `forbidden`: all is there, and nobody has allowed its licence. */
export type FamilyState = 'draws' | 'forbidden' | 'lacks';

export function stateOfFamily({ ready, used }: EngineFamily): FamilyState {
  if (used) return 'draws';
  return ready ? 'forbidden' : 'lacks';
}

/** Those that draw first, then those whose model is there, each by preference. */
export function sortFamilies(families: readonly EngineFamily[]): EngineFamily[] {
  const rank = ({ used, model }: EngineFamily) => (used ? 0 : model === null ? 2 : 1);
  return [...families].sort((one, other) => rank(one) - rank(other));
}

/** Whether a technician wants to see it at once: it could do more, or it is the one that would draw. */
export function isWorthOpening(family: EngineFamily, isIdle: boolean): boolean {
  if (family.used) return family.missing.length > 0;
  return family.model !== null || (isIdle && family.name === 'klein-4b');
}

/** What one update of ComfyUI brings, as one part: its nodes by name. */
export interface ListedPart extends Omit<MissingPart, 'name'> {
  readonly names: readonly string[];
}

/** What draws nothing without it first; what belongs to one version of ComfyUI together. */
export function listParts(parts: readonly MissingPart[]): ListedPart[] {
  const listed: ListedPart[] = [];
  for (const { name, ...part } of parts) {
    const place = listed.findIndex(({ since }) => since !== undefined && since === part.since);
    const known = listed[place];
    if (known === undefined) listed.push({ ...part, names: [name] });
    else listed[place] = { ...known, names: [...known.names, name] };
  }
  return listed.sort((one, other) => Number(other.isNeeded) - Number(one.isNeeded));
}
