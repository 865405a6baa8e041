import { Magnet, RotateCcw } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { TRANSFORM_SNAPS } from '../../../contract/constants.ts';
import type { TransformTool } from '../../../contract/scene/transform-tool.ts';
import { closeToolbar } from '../../core/toolbars.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { ToolPanel } from '../../ui/ToolPanel.tsx';
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts';
import { isSameValue } from '../../values/same-value.ts';
import { moveModel } from './move-model.ts';
import { PlacementFields } from './PlacementFields.tsx';
import { readPlacement, UNMOVED_PLACEMENT, writePlacement } from './placement.ts';
import styles from './TransformPanel.module.css';

const MODES: readonly TransformTool['mode'][] = ['translate', 'rotate', 'scale'];
const SPACES: readonly TransformTool['space'][] = ['world', 'local'];
const AXES: readonly TransformTool['axes'][] = ['xz', 'x', 'y', 'z', 'xyz'];

/** Moves, turns and scales the model: by handles on the stage, by keys, or by typed numbers. */
export function TransformPanel() {
  const app = useApp();
  const { t } = useTexts();
  const { mode, space, axes, dragged } = useSnapshot(app.state.transform);
  const { modelHash } = useSnapshot(app.state.stage);
  const { render_settings: settings } = useSettings();
  const placement = readPlacement(dragged ?? settings.model_transform);
  const { transform } = app.state;
  return (
    <ToolPanel title={t.transform.title} keys="T" onClose={() => closeToolbar(app)}>
      <Segments
        label={t.transform.mode}
        value={mode}
        options={MODES.map((value) => ({ value, label: t.transform.modes[value] }))}
        onChange={(value) => {
          transform.mode = value;
        }}
        isWide
      />
      <Segments
        label={t.transform.axes}
        value={axes}
        options={AXES.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={(value) => {
          transform.axes = value;
        }}
        isWide
      />
      <Segments
        label={t.transform.space}
        value={space}
        options={SPACES.map((value) => ({ value, label: t.transform.spaces[value] }))}
        onChange={(value) => {
          transform.space = value;
        }}
        isWide
      />
      <details className={styles.numbers} open={hasRoom()}>
        <summary>{t.transform.numbers}</summary>
        <PlacementFields
          placement={placement}
          isDisabled={modelHash === null}
          onChange={(next) => moveModel(app, writePlacement(next), 'placement')}
        />
      </details>
      <Hint hasModel={modelHash !== null} />
      <Button
        variant="quiet"
        size="sm"
        icon={<RotateCcw size={14} />}
        isDisabled={isSameValue(placement, UNMOVED_PLACEMENT)}
        onPress={() => moveModel(app, writePlacement(UNMOVED_PLACEMENT))}
      >
        {t.transform.reset}
      </Button>
    </ToolPanel>
  );
}

/** The numbers would cover the handles on a low screen; there they wait to be opened. */
function hasRoom(): boolean {
  return matchMedia('(min-height: 860px)').matches;
}

function Hint({ hasModel }: { readonly hasModel: boolean }) {
  const app = useApp();
  const { t, format } = useTexts();
  const isCoarse = useCoarsePointer();
  const { isSelected, snap } = useSnapshot(app.state.transform);
  if (!hasModel) return <p className={styles.hint}>{t.transform.noModel}</p>;
  if (!isSelected) {
    return <p className={styles.hint}>{isCoarse ? t.transform.selectByTouch : t.transform.select}</p>;
  }
  const { degrees, units, factor } = TRANSFORM_SNAPS[snap === 'none' ? 'coarse' : snap];
  const steps = t.transform.steps(format.number(degrees), format.number(units), format.number(factor));
  return (
    <p className={styles.hint}>
      <Magnet size={14} aria-hidden="true" />
      {snap !== 'none'
        ? t.transform.snapping(steps)
        : isCoarse
          ? t.transform.exactHint
          : t.transform.snapHint(steps)}
    </p>
  );
}
