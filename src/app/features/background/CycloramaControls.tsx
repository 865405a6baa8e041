import { CYCLORAMA_RANGE } from '../../../contract/constants.ts';
import type { FloorSettings } from '../../../contract/scene/floor.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './Floor.module.css';
import { setCyclorama, shapeCyclorama } from './set-cyclorama.ts';

/** Whether the floor runs up behind the product, and where. */
export function CycloramaControls({ cyclorama }: Pick<FloorSettings, 'cyclorama'>) {
  const app = useApp();
  const texts = useTexts();
  const { floor: words, rigs } = useLateTexts();
  return (
    <>
      <Switch
        label={words.runsUp}
        isSelected={cyclorama !== undefined}
        onChange={(isLaid) => setCyclorama(app, texts, isLaid)}
      />
      <span className={styles.help}>{words.runsUpHelp}</span>
      {cyclorama !== undefined && (
        <>
          <Slider
            label={words.distance}
            range={{ ...CYCLORAMA_RANGE.distance, step: 0.1 }}
            valueText={rigs.times(cyclorama.distance)}
            value={cyclorama.distance}
            onChange={(distance) => shapeCyclorama(app, texts, { distance })}
          />
          <Slider
            label={words.curve}
            range={{ ...CYCLORAMA_RANGE.radius, step: 0.1 }}
            valueText={rigs.times(cyclorama.radius)}
            value={cyclorama.radius}
            onChange={(radius) => shapeCyclorama(app, texts, { radius })}
          />
          <span className={styles.help}>{words.shapeHelp}</span>
        </>
      )}
    </>
  );
}
