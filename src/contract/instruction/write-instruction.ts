import type { InstructionClause } from './plan-instruction.ts';

/** Which of the pictures that a model is given shows what; null: none of them. The view is always the first. */
export interface PictureNumbers {
  material(mask: number): number | null;
  readonly background: number | null;
  readonly style: number | null;
  readonly depth: number | null;
}

const SOFTNESS = { hard: 'Hard', soft: 'Soft', 'very-soft': 'Very soft, even' } as const;
const SIDES = {
  left: 'from the left',
  right: 'from the right',
  front: 'from the front',
  behind: 'from behind',
  above: 'from above',
} as const;
const FREEDOM = {
  exact: 'Keep its colours and surfaces exactly.',
  natural: 'Its surfaces look like real ones.',
  free: 'Its surfaces may be refined.',
} as const;

/**
 * The instruction as a model is given it: English sentences, one paragraph. Whoever builds the graph counts the pictures.
 *
 * @param picture What this model calls a picture: `image`, `Picture`.
 */
export function writeInstruction(
  clauses: readonly InstructionClause[],
  numbers: PictureNumbers,
  picture: string,
): string {
  const sentences = clauses.flatMap((clause) => {
    const said = writeClause(clause, numbers, picture);
    if (clause.kind !== 'nothing-else' || numbers.depth === null) return said;
    const depth = `${capital(picture)} ${numbers.depth} is the depth map of ${picture} 1 (near is white); match it.`;
    return [depth, ...said];
  });
  return sentences.join(' ');
}

/** The same for a model that is given no pictures but paints what a text describes. */
export function writeDescription(clauses: readonly InstructionClause[]): string {
  return clauses.flatMap(describeClause).join(' ');
}

/** The sentences of one clause in a description; none where it says nothing there. */
export function describeClause(clause: InstructionClause): string[] {
  switch (clause.kind) {
    case 'product':
      return [`Photograph of a ${clause.product}.`];
    case 'material':
      return clause.material === '' ? [] : [`Its ${clause.part} is of ${clause.material}.`];
    case 'surroundings':
      return clause.from === 'place' && clause.name !== '' ? [`The place: ${closed(clause.name)}`] : [];
    case 'style':
      return clause.name === '' ? [] : [`In the style of ${closed(clause.name)}`];
    case 'light':
      return [`${SOFTNESS[clause.softness]} light ${SIDES[clause.side]}.`];
    case 'words':
      return [closed(clause.text)];
    case 'alone':
      return [`One ${clause.product} only, nothing in front of it.`];
    case 'around':
    case 'backdrop':
    case 'painted-light':
    case 'nothing-else':
      return [];
  }
}

function writeClause(clause: InstructionClause, numbers: PictureNumbers, picture: string): string[] {
  const view = `${picture} 1`;
  switch (clause.kind) {
    case 'product':
      return [
        `Photograph of the ${clause.product} in ${view}.`,
        'Keep its shape, proportions, position, size and camera view exactly; same framing.',
        FREEDOM[clause.freedom],
      ];
    case 'around':
      return [`Paint only the surroundings of the ${clause.product}; same camera height and horizon.`];
    case 'backdrop':
      return [`Keep the background of ${view}; paint only the light and the shadow that fall on it.`];
    case 'material': {
      const number = numbers.material(clause.mask);
      if (number === null) return [];
      const scale =
        clause.centimetres === null
          ? ''
          : `; keep its real scale: about ${clause.centimetres} cm across ${picture} ${number}`;
      return [`Cover the ${clause.part} with the material shown in ${picture} ${number}${scale}.`];
    }
    case 'surroundings':
      if (clause.from === 'kept') return [`Keep the surroundings as they are in ${view}.`];
      if (clause.from === 'open') return [];
      return numbers.background === null
        ? [`Keep the place that ${view} shows around it.`]
        : [
            `Replace only the surroundings with the place in ${picture} ${numbers.background}; same camera height and horizon.`,
          ];
    case 'style':
      return numbers.style === null
        ? []
        : [`Light and colours as in ${picture} ${numbers.style}; take nothing else from it.`];
    case 'painted-light':
      return [`The bright patches painted on ${view} are light that falls there: make them look like it.`];
    case 'light':
      return [`${SOFTNESS[clause.softness]} light ${SIDES[clause.side]}.`];
    case 'words':
      return [closed(clause.text)];
    case 'alone':
      return [`No second ${clause.product}; nothing in front of it.`];
    case 'nothing-else':
      return ['Change nothing else.'];
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence of the person's, ended. */
function closed(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
