import { Check, Eraser, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { BRUSH } from '../../../contract/constants.ts';
import { closeToolbar } from '../../core/toolbars.ts';
import { useApp } from '../../core/use-app.ts';
import { isPainted } from '../../state/light-map.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ColourPicker } from '../../ui/ColourPicker.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { ToolPanel } from '../../ui/ToolPanel.tsx';
import { chooseColour } from './choose-colour.ts';
import { clearSketch } from './clear-sketch.ts';
import { guardSketch } from './guard-sketch.ts';
import styles from './LightMapPanel.module.css';
import { redoStep, undoStep } from './undo-step.ts';

/** White and black, lamps from candle to blue hour, and gels. */
const SWATCHES = ['#ffffff', '#000000', '#ffb46b', '#ffe4c4', '#9cc4ff', '#ff4d4d', '#6b5bff'];

/** Size, opacity, colour and eraser of the brush that paints light, and what was painted. */
export function LightMapPanel() {
  const app = useApp();
  const { t, format } = useTexts();
  const { size, opacity, colour, isEraser, current } = useSnapshot(app.state.lightMap);
  const { lightMap } = app.state;
  const hasLight = isPainted(current);
  return (
    <ToolPanel title={t.lightMap.title} keys="P" onClose={() => closeToolbar(app)}>
      <Slider
        className={styles.slider}
        label={t.lightMap.size}
        value={size}
        range={{ ...BRUSH.size, step: 1 }}
        valueText={format.number(size)}
        onChange={(next) => {
          lightMap.size = next;
        }}
      />
      <Slider
        className={styles.slider}
        label={t.lightMap.opacity}
        value={opacity}
        valueText={format.percent(opacity)}
        onChange={(share) => {
          lightMap.opacity = share;
        }}
      />
      <div className={styles.row}>
        <span className={styles.colour}>
          <ColourPicker
            label={t.lightMap.colour}
            colour={colour}
            swatches={SWATCHES}
            onPreview={(next) => chooseColour(app, next)}
            onCommit={(next) => chooseColour(app, next)}
          />
        </span>
        <IconButton
          label={t.lightMap.eraser}
          icon={<Eraser size={16} />}
          isOn={isEraser}
          onPress={() => {
            lightMap.isEraser = !isEraser;
          }}
        />
        <IconButton
          label={t.lightMap.undo}
          keys="Ctrl+Z"
          icon={<Undo2 size={16} />}
          isDisabled={(current?.undoable ?? 0) === 0}
          onPress={() => guardSketch(app, undoStep(app))}
        />
        <IconButton
          label={t.lightMap.redo}
          keys="Shift+Ctrl+Z"
          icon={<Redo2 size={16} />}
          isDisabled={(current?.redoable ?? 0) === 0}
          onPress={() => guardSketch(app, redoStep(app))}
        />
        <IconButton
          label={t.lightMap.clear}
          icon={<Trash2 size={16} />}
          isDisabled={!hasLight}
          onPress={() => guardSketch(app, clearSketch(app))}
        />
        <Button icon={<Check size={14} />} onPress={() => closeToolbar(app)} className={styles.accept}>
          {t.lightMap.accept}
        </Button>
      </div>
      <p className={styles.hint}>{hasLight ? t.lightMap.held : t.lightMap.hint}</p>
    </ToolPanel>
  );
}
