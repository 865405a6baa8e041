import { focalLengthMm, focusDistance, metresPerUnitOf } from '../../../contract/camera/lens.ts';
import { rollDegrees } from '../../../contract/camera/level-camera.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** What can be said of a camera besides where it stands; empty where there is nothing to say. */
export function listLensFacts({
  format,
  differences: { rows },
  camera: words,
}: Pick<Texts, 'format'> & Pick<LateTexts, 'differences' | 'camera'>): readonly (readonly [
  string,
  (recipe: Pick<RenderSpec, 'camera' | 'scene'>) => string,
])[] {
  const number = (value: number, decimals: number): string =>
    format.number(Math.round(value * 10 ** decimals) / 10 ** decimals + 0);
  return [
    [
      rows.fov,
      ({ camera: { fovDegrees, sensor } }) =>
        words.lensFact(number(fovDegrees, 1), number(focalLengthMm(fovDegrees, sensor), 1)),
    ],
    [rows.sensor, ({ camera: { sensor } }) => words.sensors[sensor ?? 'full-frame']],
    [
      rows.roll,
      ({ camera }) => {
        const roll = rollDegrees(camera);
        return roll === 0 ? '' : `${number(roll, 1)}°`;
      },
    ],
    [
      rows.shift,
      ({ camera: { shift } }) =>
        shift === undefined ? '' : shift.map((share) => format.percent(share)).join(' · '),
    ],
    [
      rows.depthOfField,
      ({ camera, scene }) => {
        const { depthOfField } = camera;
        if (depthOfField === undefined) return '';
        const perUnit = depthOfField.metresPerUnit ?? metresPerUnitOf(scene.normalisation);
        const metres = focusDistance(camera, depthOfField.focus) * perUnit;
        const distance = metres < 3 ? `${number(metres * 100, 1)} cm` : `${number(metres, 2)} m`;
        return words.depthFact(number(depthOfField.fNumber, 1), distance);
      },
    ],
  ];
}
