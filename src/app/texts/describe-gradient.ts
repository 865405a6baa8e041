import type { Gradient } from '../../contract/scene/gradient.ts';
import type { Texts } from './use-texts.ts';

/** A gradient by its first and its last colour. */
export function describeGradient({ t }: Pick<Texts, 't'>, { stops }: Pick<Gradient, 'stops'>): string {
  const [from, to] = [stops[0], stops.at(-1)].map((stop) => stop?.colour.toUpperCase() ?? '');
  return t.gradient.summary(from ?? '', to ?? '', stops.length);
}
