import { Group } from 'react-aria-components';
import { addScaled, cameraAxes } from '../../../contract/camera/camera-axes.ts';
import { rollDegrees, withRoll } from '../../../contract/camera/level-camera.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import { lookAt } from '../../../contract/scene/look-at.ts';
import { subtract } from '../../../contract/scene/vector3.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberBox } from '../../ui/NumberBox.tsx';
import styles from './CameraPanel.module.css';
import { changePlace } from './change-camera.ts';
import type { ShownCamera } from './use-camera.ts';

const AXES = ['X', 'Y', 'Z'] as const;
/** Nearer than this the camera stands in its target. */
const MIN_DISTANCE = 0.1;

/** Where the camera stands and looks, how far that is, and its horizon, in exact numbers. */
export function PlaceFields({ pose }: ShownCamera) {
  const app = useApp();
  const { camera: words } = useLateTexts();
  const set = (next: CameraPose): void => changePlace(app, words.undo.place, next);
  const distance = Math.hypot(...subtract(pose.position, pose.target));
  const roll = rollDegrees(pose);
  return (
    <details className={styles.details} open={hasRoom()}>
      <summary>{words.place}</summary>
      <div>
        {(['position', 'target'] as const).map((row) => (
          <Group key={row} className={styles.row ?? ''} aria-label={words[row]}>
            <span className={styles.rowName}>{words[row]}</span>
            {AXES.map((axis, index) => (
              <NumberBox
                key={axis}
                label={`${words[row]} ${axis}`}
                isLabelHidden
                decimals={2}
                value={pose[row][index] ?? 0}
                onChange={(value) => {
                  const moved = pose[row].map((old, at) => (at === index ? value : old));
                  set(aimed({ ...pose, [row]: moved }));
                }}
              />
            ))}
          </Group>
        ))}
        <div className={styles.pair}>
          <NumberBox
            label={words.distance}
            decimals={2}
            minValue={MIN_DISTANCE}
            value={distance}
            onChange={(length) => {
              const { forward } = cameraAxes(pose);
              set(aimed({ ...pose, position: addScaled(pose.target, forward, -length) }));
            }}
          />
          <NumberBox
            label={words.roll}
            unit="degree"
            decimals={1}
            minValue={-180}
            maxValue={180}
            value={roll}
            onChange={(degrees) => set(withRoll(pose, degrees))}
          />
        </div>
        <Button
          size="sm"
          isDisabled={roll === 0}
          onPress={() => changePlace(app, words.undo.level, withRoll(pose, 0))}
        >
          {words.level}
        </Button>
        <p className={styles.hint}>{words.units}</p>
      </div>
    </details>
  );
}

/** The numbers would push what is used more often out of sight on a low screen; there they wait to be opened. */
function hasRoom(): boolean {
  return matchMedia('(min-height: 1000px)').matches;
}

function aimed(pose: CameraPose): CameraPose {
  return { ...pose, quaternion: lookAt(pose.position, pose.target, pose.up) };
}
