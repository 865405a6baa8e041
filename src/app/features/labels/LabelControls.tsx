import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { Group } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import {
  LABEL_FINISHES,
  LABEL_PROJECTIONS,
  type Label,
  type LabelTarget,
} from '../../../contract/scene/label.ts';
import { useApp } from '../../core/use-app.ts';
import { printLength } from '../../model/print-length.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberBox } from '../../ui/NumberBox.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { changeLabel } from './edit-labels.ts';
import { findTarget } from './find-target.ts';
import { unitsOf } from './follow-labels.ts';
import styles from './LabelsSection.module.css';
import { depthFor, sizeLabel } from './label-size.ts';
import { nudgeLabel } from './nudge-label.ts';

/** Widths of the slider, units of the normalised frame, in which a product fills 10; the field takes more. */
const WIDTHS = { min: 0.1, max: 15, step: 0.05 };
const DEGREES = { min: -180, max: 180, step: 1 };
const DEGREE = Math.PI / 180;
const NUDGE = 0.1;
const MM = 1_000;

/** Everything that can be set on one label. */
export function LabelControls({ label, index }: { readonly label: Label; readonly index: number }) {
  const app = useApp();
  const { format } = useTexts();
  const { labels: words } = useLateTexts();
  const { units } = useSnapshot(app.state.preferences);
  const perMetre = unitsOf(app);
  const change = (fields: Partial<Label>, mergeKey?: string): void =>
    changeLabel(app, words.undoChange(label.name), index, fields, mergeKey);
  const setWidth = (wanted: number): void => change(sizeLabel(label, wanted), 'width');
  const nudge = (right: number, up: number) => () => void nudgeLabel(app, index, right * NUDGE, up * NUDGE);
  const degrees = Math.round(label.rotationRadians / DEGREE);
  const print = (length: number) => printLength(length / perMetre, units, format);
  return (
    <div className={styles.controls}>
      <p className={styles.hint}>{words.dragHint}</p>
      <Slider
        label={words.size}
        range={WIDTHS}
        value={label.width}
        valueText={words.measures(print(label.width), print(label.height))}
        onChange={setWidth}
      />
      <div className={styles.pair}>
        <NumberBox
          label={words.width}
          className={styles.number}
          value={(label.width / perMetre) * MM}
          decimals={1}
          minValue={0.1}
          onChange={(mm) => setWidth((mm / MM) * perMetre)}
        />
        <Group className={styles.moves ?? ''} aria-label={words.move}>
          <IconButton
            size="sm"
            label={words.moves.left}
            icon={<ArrowLeft size={14} />}
            onPress={nudge(-1, 0)}
          />
          <IconButton size="sm" label={words.moves.up} icon={<ArrowUp size={14} />} onPress={nudge(0, 1)} />
          <IconButton
            size="sm"
            label={words.moves.down}
            icon={<ArrowDown size={14} />}
            onPress={nudge(0, -1)}
          />
          <IconButton
            size="sm"
            label={words.moves.right}
            icon={<ArrowRight size={14} />}
            onPress={nudge(1, 0)}
          />
        </Group>
      </div>
      <Slider
        label={words.turn}
        range={DEGREES}
        value={degrees}
        valueText={words.degrees(format.number(degrees))}
        onChange={(next) => change({ rotationRadians: next * DEGREE }, 'turn')}
      />
      <Segments
        isWide
        label={words.projection}
        options={LABEL_PROJECTIONS.map((value) => ({ value, label: words.projections[value] }))}
        value={label.projection}
        onChange={(projection) => change({ projection, depth: depthFor({ ...label, projection }) })}
      />
      <Segments
        isWide
        label={words.finish}
        options={LABEL_FINISHES.map((value) => ({ value, label: words.finishes[value] }))}
        value={label.finish}
        onChange={(finish) => change({ finish })}
      />
      <p className={styles.hint}>{words.finishHelp[label.finish]}</p>
      <Slider
        label={words.opacity}
        value={label.opacity}
        valueText={format.percent(label.opacity)}
        onChange={(opacity) => change({ opacity }, 'opacity')}
      />
      {label.finish !== 'foil' && (
        <Switch
          label={words.underprint}
          isSelected={label.hasUnderprint}
          onChange={(hasUnderprint) => change({ hasUnderprint })}
        />
      )}
      <Select
        label={words.target}
        options={(['node', 'material', 'all'] as const).map((id) => ({ id, label: words.targets[id] }))}
        value={label.target.kind}
        onChange={(kind) =>
          void findTarget(app, label, kind as LabelTarget['kind']).then(
            (target) => target !== null && change({ target }),
          )
        }
      />
    </div>
  );
}
