import { SensorName } from '../../../contract/camera/camera-optics.ts';
import { focalLengthMm, fovOfFocalLength } from '../../../contract/camera/lens.ts';
import { FOV_DEGREES_RANGE, SENSORS } from '../../../contract/constants.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { NumberBox } from '../../ui/NumberBox.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './CameraPanel.module.css';
import { changeLens } from './change-camera.ts';
import type { ShownCamera } from './use-camera.ts';

/** Focal length and field of view, two ways to say the same, and the sensor that goes between them. */
export function LensFields({ pose }: ShownCamera) {
  const app = useApp();
  const { camera: words } = useLateTexts();
  const { fovDegrees, sensor = 'full-frame' } = pose;
  const { min, max } = FOV_DEGREES_RANGE;
  const set = (fov: number): void =>
    changeLens(app, words.undo.lens, { fovDegrees: Math.min(max, Math.max(min, fov)) });
  return (
    <div className={styles.group}>
      <Select
        label={words.sensor}
        className={styles.stacked}
        value={sensor}
        options={Object.keys(SENSORS).map((id) => ({ id, label: words.sensors[id as SensorName] }))}
        onChange={(id) => {
          // Another sensor behind the same view: the focal length follows.
          changeLens(app, words.undo.lens, { sensor: SensorName.parse(id) });
        }}
      />
      <div className={styles.pair}>
        <NumberBox
          label={words.focalLength}
          unit="millimeter"
          decimals={1}
          value={focalLengthMm(fovDegrees, sensor)}
          minValue={focalLengthMm(max, sensor)}
          maxValue={focalLengthMm(min, sensor)}
          onChange={(mm) => set(fovOfFocalLength(mm, sensor))}
        />
        <NumberBox
          label={words.fov}
          unit="degree"
          decimals={1}
          value={fovDegrees}
          minValue={min}
          maxValue={max}
          onChange={set}
        />
      </div>
    </div>
  );
}
