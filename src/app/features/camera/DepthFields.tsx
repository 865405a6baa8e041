import { useSnapshot } from 'valtio';
import type { DepthOfField } from '../../../contract/camera/camera-optics.ts';
import { focusAt, focusDistance } from '../../../contract/camera/lens.ts';
import { F_NUMBER_RANGE, F_NUMBERS, METRES_PER_UNIT_RANGE, STAGE_SIZE } from '../../../contract/constants.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberBox } from '../../ui/NumberBox.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts';
import styles from './CameraPanel.module.css';
import { changeLens } from './change-camera.ts';
import { lengthUnit } from './length-unit.ts';
import { setFocus, switchDepth } from './set-focus.ts';
import type { ShownCamera } from './use-camera.ts';

/** What is sharp, and how much the rest is blurred. */
export function DepthFields(shown: ShownCamera) {
  const app = useApp();
  const { camera: words } = useLateTexts();
  const { depthOfField } = shown.pose;
  return (
    <div className={styles.group}>
      <Switch
        className={styles.switch}
        label={words.depthOfField}
        isSelected={depthOfField !== undefined}
        onChange={(isOn) => switchDepth(app, isOn, shown.middle)}
      />
      {depthOfField !== undefined && <Settings {...shown} depth={depthOfField} />}
    </div>
  );
}

function Settings({
  pose,
  middle,
  fileMetresPerUnit,
  depth,
}: ShownCamera & { readonly depth: DepthOfField }) {
  const app = useApp();
  const { format } = useTexts();
  const { camera: words } = useLateTexts();
  const { isPickingFocus } = useSnapshot(app.state.camera);
  const { units } = useSnapshot(app.state.preferences);
  const metresPerUnit = depth.metresPerUnit ?? fileMetresPerUnit;
  const { unit, perMetre, decimals } = lengthUnit(fileMetresPerUnit * STAGE_SIZE, units);
  const change = (next: DepthOfField): void => changeLens(app, words.undo.depth, { depthOfField: next });
  const stops = [...new Set([...F_NUMBERS, depth.fNumber])].sort((a, b) => a - b);
  const { metresPerUnit: _, ...asFileSays } = depth;
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={words.aperture}
          className={styles.stacked}
          value={String(depth.fNumber)}
          options={stops.map((stop) => ({ id: String(stop), label: words.stop(format.number(stop)) }))}
          onChange={(id) => change({ ...depth, fNumber: Number(id) })}
        />
        <NumberBox
          label={words.fNumber}
          decimals={2}
          value={depth.fNumber}
          minValue={F_NUMBER_RANGE.min}
          maxValue={F_NUMBER_RANGE.max}
          onChange={(fNumber) => change({ ...depth, fNumber })}
        />
        <NumberBox
          label={words.focusDistance}
          unit={unit}
          decimals={decimals}
          value={focusDistance(pose, depth.focus) * metresPerUnit * perMetre}
          minValue={10 ** -decimals}
          onChange={(length) =>
            changeLens(app, words.undo.focus, {
              depthOfField: { ...depth, focus: focusAt(pose, length / perMetre / metresPerUnit) },
            })
          }
        />
        <NumberBox
          label={words.size}
          unit={unit}
          decimals={decimals}
          value={metresPerUnit * STAGE_SIZE * perMetre}
          minValue={10 ** -decimals}
          maxValue={METRES_PER_UNIT_RANGE.max * STAGE_SIZE * perMetre}
          onChange={(length) => {
            const { min, max } = METRES_PER_UNIT_RANGE;
            const told = Math.min(max, Math.max(min, length / perMetre / STAGE_SIZE));
            change({ ...depth, metresPerUnit: told });
          }}
        />
      </div>
      <div className={styles.acts}>
        <Button
          size="sm"
          aria-pressed={isPickingFocus}
          onPress={() => {
            app.state.camera.isPickingFocus = !isPickingFocus;
            app.state.camera.hasMissed = false;
          }}
        >
          {words.pickFocus}
        </Button>
        <Button size="sm" onPress={() => setFocus(app, middle)}>
          {words.focusMiddle}
        </Button>
      </div>
      <PickHint />
      <p className={styles.hint}>{words.sizeHelp}</p>
      {depth.metresPerUnit !== undefined && (
        <Button size="sm" variant="quiet" onPress={() => change(asFileSays)}>
          {words.sizeReset}
        </Button>
      )}
      <p className={styles.hint}>{words.seenWhere}</p>
    </>
  );
}

function PickHint() {
  const app = useApp();
  const { camera: words } = useLateTexts();
  const isCoarse = useCoarsePointer();
  const { isPickingFocus, hasMissed } = useSnapshot(app.state.camera);
  return (
    <p className={styles.hint} role="status" hidden={!isPickingFocus}>
      {isPickingFocus && hasMissed && `${words.notThere} `}
      {isPickingFocus && (isCoarse ? words.pickHintTouch : words.pickHint)}
    </p>
  );
}
