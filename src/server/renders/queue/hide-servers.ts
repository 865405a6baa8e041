import type { Provenance } from '../../../contract/render-spec.ts';

/** What pictures were made with, as people may read it who are not to know which machines there are. */
export function hideServers(provenance: readonly Provenance[]): Provenance[] {
  return provenance.map((made) => ({ ...made, server: '' }));
}
