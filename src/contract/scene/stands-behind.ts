import { STAGE_BACKGROUND } from '../constants.ts';
import type { Environment } from './environment.ts';
import type { FloorSettings } from './floor.ts';

/** No background was chosen, and nothing covers it: an AI engine takes the stage's own grey as left to the words. */
interface Open {
  readonly kind: 'open';
}

/** A cyclorama or seen surroundings, which stand there in place of the background: the view alone shows them. */
interface Stage {
  readonly kind: 'stage';
}

/** What is seen behind the product of an order: its background, unless it is left open or the stage covers it. */
export function standsBehind<
  Background extends
    | { readonly kind: 'image' | 'gradient' }
    | { readonly kind: 'colour'; readonly colour: string },
>({
  scene: { floor, environment },
  background,
}: {
  readonly scene: {
    readonly floor?: Pick<FloorSettings, 'cyclorama'> | undefined;
    readonly environment?: Pick<Environment, 'isSeen'> | null | undefined;
  };
  readonly background: Background;
}): Background | Open | Stage {
  if (floor?.cyclorama !== undefined || environment?.isSeen === true) return { kind: 'stage' };
  const isOpen =
    background.kind === 'colour' && background.colour.toLowerCase() === STAGE_BACKGROUND.toLowerCase();
  return isOpen ? { kind: 'open' } : background;
}
