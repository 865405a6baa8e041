import type { ProvenanceChange } from '../../contract/http/renders.ts';
import type { Provenance } from '../../contract/render-spec.ts';
import type { RenderRow } from './find-render.ts';

type Made = Pick<RenderRow, 'provenance'> & { readonly recipe: Pick<RenderRow['recipe'], 'engineBuild'> };

/** What differs between two renders of the same recipe in how they were made; empty where the bytes are the same. */
export function compareProvenance(before: Made, after: Made): ProvenanceChange[] {
  const facts: [ProvenanceChange['what'], string, string][] = [
    ['build', nameBuild(before), nameBuild(after)],
    ...FACTS.map(([what, tell]): [ProvenanceChange['what'], string, string] => [
      what,
      tellAll(before.provenance, tell),
      tellAll(after.provenance, tell),
    ]),
  ];
  return facts.flatMap(([what, old, now]) => (old === now ? [] : { what, before: old, after: now }));
}

const FACTS: readonly (readonly [ProvenanceChange['what'], (made: Provenance) => string])[] = [
  ['server', ({ server }) => server],
  ['server-version', ({ serverVersion }) => serverVersion],
  ['checkpoint', ({ checkpoint }) => checkpoint],
  ['models', ({ models }) => models.join(', ')],
  ['nodes', ({ nodeClasses }) => nodeClasses.join(', ')],
  ['graph', ({ graphHash }) => graphHash.slice(0, 12)],
];

function nameBuild({ recipe }: Made): string {
  const { engine, version, kernelHash } = recipe.engineBuild;
  return `${engine} ${version} ${kernelHash.slice(0, 12)}`.trim();
}

/** Joins one detail of all provenances: a batch may have been made by several jobs, in any order. */
function tellAll(provenance: readonly Provenance[], tell: (made: Provenance) => string): string {
  return [...new Set(provenance.map(tell))].sort().join(' | ');
}
