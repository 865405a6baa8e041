import { useState } from 'react';
import { CYCLORAMA_RANGE } from '../../../contract/constants.ts';
import type { Cyclorama } from '../../../contract/scene/floor.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ColourPicker } from '../../ui/ColourPicker.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './Floor.module.css';
import { editCyclorama, previewCyclorama, setCyclorama } from './set-cyclorama.ts';

/** Rolls of paper that studios have. */
const SWATCHES = ['#ffffff', '#e8e6e1', '#c9cdd1', '#8d9297', '#2b2d30', '#d8cdbd', '#b9876a', '#3a4a5e'];

/** Whether the floor runs up behind the product, in which colour, and where. */
export function CycloramaControls({ cyclorama }: { readonly cyclorama: Cyclorama | undefined }) {
  const app = useApp();
  const texts = useTexts();
  const { floor: words } = useLateTexts();
  return (
    <>
      <Switch
        label={words.runsUp}
        isSelected={cyclorama !== undefined}
        onChange={(isLaid) => setCyclorama(app, texts, isLaid)}
      />
      <span className={styles.help}>{words.runsUpHelp}</span>
      {cyclorama !== undefined && <Sweep cyclorama={cyclorama} />}
    </>
  );
}

function Sweep({ cyclorama }: { readonly cyclorama: Cyclorama }) {
  const app = useApp();
  const texts = useTexts();
  const { floor: words, rigs } = useLateTexts();
  const { colour, distance, radius } = cyclorama;
  const [before, setBefore] = useState(colour);
  const edit = (change: Partial<Cyclorama>) => editCyclorama(app, texts, change);
  return (
    <>
      <div className={styles.line}>
        <span className={styles.label}>{words.paint}</span>
        <ColourPicker
          label={words.pickPaint}
          colour={colour}
          swatches={SWATCHES}
          onOpen={() => setBefore(colour)}
          onPreview={(next) => previewCyclorama(app, { colour: next })}
          onCommit={(next) => {
            previewCyclorama(app, { colour: before });
            edit({ colour: next });
          }}
        />
      </div>
      <Slider
        label={words.distance}
        range={{ ...CYCLORAMA_RANGE.distance, step: 0.1 }}
        valueText={rigs.times(distance)}
        value={distance}
        onChange={(value) => edit({ distance: value })}
      />
      <Slider
        label={words.curve}
        range={{ ...CYCLORAMA_RANGE.radius, step: 0.1 }}
        valueText={rigs.times(radius)}
        value={radius}
        onChange={(value) => edit({ radius: value })}
      />
      <span className={styles.help}>{words.shapeHelp}</span>
    </>
  );
}
