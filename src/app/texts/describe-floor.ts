import type { FloorSettings } from '../../contract/scene/floor.ts';
import type { Texts } from './use-texts.ts';

/** A floor in a few words: where it is, then what it mirrors. */
export function describeFloor({ t, format }: Pick<Texts, 't' | 'format'>, floor: FloorSettings): string {
  const { stand, offset, gloss, roughness, colour, isShadowOnly, cyclorama } = floor;
  const height = offset === 0 ? '' : ` ${offset > 0 ? '+' : ''}${format.number(offset)}`;
  const own = colour?.toUpperCase() ?? '';
  const factor = (value: number): string => `${format.number(value)} ×`;
  const flat = isShadowOnly
    ? [t.floor.shadowOnly]
    : [t.floor.glossOf(format.percent(gloss), format.percent(roughness)), own];
  const look =
    cyclorama === undefined
      ? flat
      : [
          t.floor.cycloramaOf(factor(cyclorama.distance), factor(cyclorama.radius)),
          cyclorama.colour.toUpperCase(),
        ];
  return [`${t.floor.stands[stand.kind]}${height}`, ...look].filter(Boolean).join(', ');
}
