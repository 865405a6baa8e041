import type { Environment } from '../../../contract/scene/environment.ts';
import { nameEnvironment } from '../../model/name-environment.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** Surroundings in words: their name, and what of how they stand is not as at first. */
export function tellEnvironment(
  environment: Environment | null,
  { t, format }: Pick<Texts, 't' | 'format'>,
): string {
  if (environment === null) return '';
  const { rotationDegrees, stops, isSeen, blur } = environment;
  const words = t.environment;
  const degrees = (value: number) => `${format.number(Math.round(value))}°`;
  const sky =
    environment.kind === 'sky'
      ? [
          `${words.elevation} ${degrees(environment.elevationDegrees)}`,
          `${words.haze} ${format.number(environment.haze)}`,
          ...(environment.hasSun
            ? [`${words.sunSize} ${format.number(environment.sunDegrees)}°`]
            : [words.noSun]),
        ]
      : [];
  return [
    nameEnvironment(environment, t),
    ...sky,
    ...(rotationDegrees === 0 ? [] : [degrees(rotationDegrees)]),
    ...(stops === 0 ? [] : [words.stops(format.number(stops))]),
    ...(isSeen ? [words.seen] : []),
    ...(isSeen && blur > 0 ? [`${words.blur} ${format.percent(blur)}`] : []),
  ].join(', ');
}
