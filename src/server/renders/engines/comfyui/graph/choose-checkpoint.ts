import { findName, matches } from './match-names.ts';

/** Names that say that a checkpoint is of the SDXL kind, the surest first. */
const SDXL_LIKE = ['sdxl', 'sd_xl', 'sd-xl', 'xl_', '_xl', '-xl', 'xl-', 'xl.', 'xlv', 'pony', 'illustrious'];
/** Parts of SDXL that make no picture alone, and kinds that need other settings than ours. */
const UNFIT = ['refiner', 'inpaint', 'turbo', 'lightning', 'hyper', 'lcm'];
/** Names of other families. */
const OTHERS = [
  ...['flux', 'sd3', 'v1-5', 'sd15', 'sd_15', 'sd1.5', 'v2-1', 'v2_', '768-v', 'cascade', 'aura', 'pixart'],
  ...['hunyuan', 'wan2', 'ltx', 'qwen', 'svd', 'mochi', 'cosmos', 'hidream', 'chroma', 'lumina', 'audio'],
];

/**
 * The checkpoint that pictures are made with. A name cannot prove a family: what looks like SDXL comes first, then what
 * does not look like another, then any.
 *
 * @param preferred Patterns of the person who runs the instance; they win.
 */
export function chooseCheckpoint(names: readonly string[], preferred: readonly string[]): string | null {
  const isNone = (patterns: readonly string[]) => (name: string) =>
    !patterns.some((pattern) => matches(name, pattern));
  const fit = names.filter(isNone(UNFIT));
  const others = fit.filter(isNone(OTHERS));
  return findName(names, preferred) ?? findName(fit, SDXL_LIKE) ?? others[0] ?? fit[0] ?? names[0] ?? null;
}
