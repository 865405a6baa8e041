import { useState } from 'react';
import { CREATIVITY_DEBOUNCE_MS } from '../../../contract/constants.ts';
import type { AiOffer } from '../../../contract/http/engines.ts';
import type { RenderPace } from '../../../contract/http/renders.ts';
import { readSeed, setBatchSize, setSeed, setSeedFixed } from '../../core/set-seed.ts';
import { useApp } from '../../core/use-app.ts';
import { useDebouncedEdit } from '../../core/use-debounced-edit.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Slider } from '../../ui/Slider.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './AdvancedSection.module.css';
import { AiControls } from './AiControls.tsx';
import { LayerControl } from './LayerControl.tsx';
import { PictureControls } from './PictureControls.tsx';
import { setCreativity } from './set-creativity.ts';

/**
 * Creativity, seed and pictures per order; ratio, size and quality.
 *
 * @param ai What an AI engine offers, null while none would draw the order. @param paces How long its engine's pictures
 *   took lately.
 */
export function AdvancedControls({
  ai,
  paces,
}: {
  readonly ai: AiOffer | null;
  readonly paces: readonly RenderPace[];
}) {
  const app = useApp();
  const texts = useTexts();
  const { t, format } = texts;
  const settings = useSettings();
  const { batch_size: batchSize } = settings.render_settings;
  const [isSeedWrong, setSeedWrong] = useState(false);

  const [creativity, changeCreativity] = useDebouncedEdit(
    settings.creativity,
    CREATIVITY_DEBOUNCE_MS,
    (share) => setCreativity(app, texts, share),
  );

  const typeSeed = (text: string) => {
    const { digits, isValid } = readSeed(text);
    setSeedWrong(!isValid);
    if (digits !== (settings.seed ?? '')) setSeed(app, texts, digits);
  };
  return (
    <div className={styles.controls}>
      <Slider
        label={t.advanced.creativity}
        valueText={format.percent(creativity)}
        value={creativity}
        onChange={changeCreativity}
      />
      <div className={styles.line}>
        <span className={styles.pair}>
          <span className={styles.label}>{t.advanced.images}</span>
          <Stepper
            label={t.advanced.images}
            minValue={1}
            maxValue={4}
            value={batchSize}
            isDisabled={settings.fix_seed}
            onChange={(size) => setBatchSize(app, texts, size)}
          />
        </span>
        <Switch
          label={t.advanced.fixSeed}
          isSelected={settings.fix_seed}
          onChange={(isFixed) => {
            setSeedWrong(false);
            setSeedFixed(app, texts, isFixed);
          }}
        />
      </div>
      {settings.fix_seed && (
        <TextField
          label={t.advanced.seed}
          placeholder={t.advanced.seedPlaceholder}
          inputMode="numeric"
          value={settings.seed ?? ''}
          onChange={typeSeed}
          onBlur={() => setSeedWrong(false)}
          error={isSeedWrong ? t.advanced.seedInvalid : null}
          help={t.advanced.seedHelp}
        />
      )}
      <PictureControls ai={ai} paces={paces} />
      {ai === null ? <LayerControl /> : <AiControls ai={ai} />}
    </div>
  );
}
