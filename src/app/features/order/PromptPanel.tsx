import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { BATCH_MAX, BATCH_MIN, PROMPT_DEBOUNCE_MS, PROMPT_MAX_LENGTH } from '../../../contract/constants.ts';
import { titleOfFamily } from '../../../contract/family-titles.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import { editSettings } from '../../core/edit-settings.ts';
import { useSystem } from '../../core/render-queries.ts';
import { readSeed, setBatchSize, setSeed, setSeedFixed } from '../../core/set-seed.ts';
import { useApp } from '../../core/use-app.ts';
import { useDebouncedEdit } from '../../core/use-debounced-edit.ts';
import { useSettings } from '../../core/use-settings.ts';
import { likelyFamily } from '../../model/plan-engine.ts';
import { countImages } from '../../model/price-order.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { NoticeDialog } from '../../ui/Dialogs.tsx';
import { lazyPart, NoFrame } from '../../ui/lazy-part.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { EngineLine } from './EngineLine.tsx';
import { limitPrompt } from './limit-prompt.ts';
import styles from './PromptPanel.module.css';
import { RenderButton } from './RenderButton.tsx';
import { useOrderPlan } from './use-order-plan.ts';

const OrderNote = lazyPart(async () => (await import('./OrderNote.tsx')).OrderNote, NoFrame);
const PlaceChoice = lazyPart(async () => (await import('./PlaceChoice.tsx')).PlaceChoice, NoFrame);
const WaitingOrders = lazyPart(async () => (await import('./WaitingOrders.tsx')).WaitingOrders, NoFrame);

type PromptField = 'positive_prompt' | 'negative_prompt';

/** Pinned under the panel: what to paint, how often, and the button that orders it. */
export function PromptPanel() {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const settings = useSettings();
  const { status } = useSnapshot(app.state.project);
  const [isTooLong, setTooLong] = useState(false);
  const [isSeedWrong, setSeedWrong] = useState(false);

  const system = useSystem()?.system ?? null;
  const { isHere, plan } = useOrderPlan();
  const isStudio = (isHere || system !== null) && plan.engine === 'studio';
  const positive = usePrompt('positive_prompt', t.project.undoPrompt);
  const negative = usePrompt('negative_prompt', t.project.undoNegative);
  const family = likelyFamily(plan, system);
  const isHeeded = family === null || family.negative.includes(settings.render_settings.quality);
  const write = (prompt: ReturnType<typeof usePrompt>) => (value: string) => {
    const { text, isCut } = limitPrompt(prompt.text, value);
    if (isCut) setTooLong(true);
    prompt.change(text);
  };
  const typeSeed = (text: string): void => {
    const { digits, isValid } = readSeed(text);
    setSeedWrong(!isValid);
    if (digits !== (settings.seed ?? '')) setSeed(app, texts, digits);
  };
  const counter = ({ text }: { readonly text: string }) => ({ length: text.length, max: PROMPT_MAX_LENGTH });
  return (
    <div className={styles.panel} data-tour="prompt">
      <TextArea
        className={styles.prompt}
        label={t.order.prompt}
        value={positive.text}
        onChange={write(positive)}
        counter={counter(positive)}
        placeholder={t.order.promptPlaceholder}
        isDisabled={status !== 'ready'}
        rows={3}
        help={isStudio && positive.text.trim() !== '' ? t.order.promptUnread : null}
        aside={
          <Switch
            label={t.order.negative}
            isSelected={settings.use_negative_prompt}
            onChange={(isOn) => editSettings(app, t.project.undoNegative, { use_negative_prompt: isOn })}
          />
        }
      />
      {settings.use_negative_prompt && (
        <TextArea
          label={t.order.negative}
          value={negative.text}
          onChange={write(negative)}
          counter={counter(negative)}
          placeholder={t.order.negativePlaceholder}
          help={isHeeded ? null : t.order.negativeUnread(titleOfFamily(family.name))}
          rows={2}
        />
      )}
      <div className={styles.line}>
        <div className={styles.row}>
          <span className={styles.label} aria-hidden="true">
            {t.order.images}
          </span>
          <Stepper
            label={t.order.images}
            minValue={BATCH_MIN}
            maxValue={BATCH_MAX}
            value={countImages(settings)}
            isDisabled={settings.fix_seed || status !== 'ready'}
            onChange={(count) => setBatchSize(app, texts, count)}
          />
          <Switch
            className={styles.end}
            label={t.order.fixSeed}
            isSelected={settings.fix_seed}
            onChange={(isFixed) => setSeedFixed(app, texts, isFixed)}
          />
        </div>
        <PlaceChoice />
      </div>
      {settings.fix_seed && (
        <TextField
          className={styles.seed}
          label={t.order.seed}
          isLabelHidden
          placeholder={t.advanced.seedPlaceholder}
          inputMode="numeric"
          value={settings.seed ?? ''}
          onChange={typeSeed}
          onBlur={() => setSeedWrong(false)}
          error={isSeedWrong ? t.advanced.seedInvalid : null}
        />
      )}
      <WaitingOrders />
      <div className={styles.order}>
        <RenderButton />
        <OrderNote />
        <EngineLine />
      </div>
      <NoticeDialog
        isOpen={isTooLong}
        title={t.order.prompt}
        message={t.order.promptTooLong}
        onClose={() => setTooLong(false)}
      />
    </div>
  );
}

/** One of the prompts as it is typed; it is the project's after a pause. */
function usePrompt(field: PromptField, label: string) {
  const app = useApp();
  const settings = useSettings();
  const [text, change] = useDebouncedEdit(settings[field], PROMPT_DEBOUNCE_MS, (value) =>
    editSettings(app, label, { [field]: fitText(value, value.length) }, field),
  );
  return { text, change };
}
