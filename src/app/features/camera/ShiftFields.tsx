import { cameraAxes } from '../../../contract/camera/camera-axes.ts';
import { makeUpright, rollDegrees } from '../../../contract/camera/level-camera.ts';
import { LENS_SHIFT_MAX, SENSORS } from '../../../contract/constants.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Slider } from '../../ui/Slider.tsx';
import styles from './CameraPanel.module.css';
import { changeLens, changePlace } from './change-camera.ts';
import type { ShownCamera } from './use-camera.ts';

/** Slopes below this are the dust of a transition. */
const LEVEL = 1e-4;

/** Where the picture lies before the lens: what keeps verticals upright without looking up or down. */
export function ShiftFields({ pose, middle }: ShownCamera) {
  const app = useApp();
  const { format } = useTexts();
  const { camera: words } = useLateTexts();
  const [x, y] = pose.shift ?? [0, 0];
  const sideMm = SENSORS[pose.sensor ?? 'full-frame'][0];
  const [xMm = '', yMm = ''] = [x, y].map((share) => format.number(Math.round(share * sideMm * 10) / 10 + 0));
  const set = (shift: [number, number]): void => changeLens(app, words.undo.shift, { shift }, 'lens-shift');
  const range = { min: -LENS_SHIFT_MAX, max: LENS_SHIFT_MAX, step: 0.01 };
  const isLevel = isUpright(pose);
  const upright = isLevel ? null : makeUpright(pose, middle);
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>
        {words.shift}
        <span>{words.shiftMm(xMm, yMm)}</span>
      </h3>
      <Slider
        className={styles.slider}
        label={words.shiftX}
        value={x}
        range={range}
        valueText={format.percent(x)}
        onChange={(next) => set([next, y])}
      />
      <Slider
        className={styles.slider}
        label={words.shiftY}
        value={y}
        range={range}
        valueText={format.percent(y)}
        onChange={(next) => set([x, next])}
      />
      <div className={styles.acts}>
        <Button
          size="sm"
          isDisabled={upright === null}
          onPress={() => upright !== null && changePlace(app, words.undo.upright, upright)}
        >
          {words.upright}
        </Button>
        <Button size="sm" variant="quiet" isDisabled={x === 0 && y === 0} onPress={() => set([0, 0])}>
          {words.noShift}
        </Button>
      </div>
      <p className={styles.hint}>
        {isLevel ? words.isUpright : upright === null ? words.tooSteep : words.uprightHelp}
      </p>
    </div>
  );
}

function isUpright(pose: CameraPose): boolean {
  return Math.abs(cameraAxes(pose).forward[1]) < LEVEL && Math.abs(rollDegrees(pose)) < LEVEL;
}
