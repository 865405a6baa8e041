import { Radio, RadioGroup } from 'react-aria-components';
import { RIG_NAME_MAX } from '../../../contract/constants.ts';
import { RIG_PRESETS } from '../../../contract/scene/light-rig.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { type RigChoice as Choice, chooseRig, isChosen } from './choose-rig.ts';
import styles from './RigChoice.module.css';
import { nameLights } from './set-rig.ts';

const CHOICES: readonly (Choice & { readonly id: string })[] = [
  { id: 'studio', kind: 'house', lighting: 'studio' },
  { id: 'render', kind: 'house', lighting: 'render' },
  ...RIG_PRESETS.map((preset) => ({ id: preset, kind: 'preset', preset }) as const),
];

/** Lights to begin with, each with a picture of what they are made for; and the name of one's own. */
export function RigChoice() {
  const app = useApp();
  const { t } = useTexts();
  const { rigs } = useLateTexts();
  const settings = useSettings().render_settings;
  const { light_rig: rig } = settings;
  const chosen = CHOICES.find((choice) => isChosen(settings, choice));
  const help =
    chosen === undefined
      ? null
      : chosen.kind === 'house'
        ? t.light.presetHelp[chosen.lighting]
        : rigs.help[chosen.preset];
  const origin = rig === null ? null : rig.preset === null ? rigs.own : rigs.changed(rigs.names[rig.preset]);
  return (
    <div className={styles.choice}>
      <RadioGroup
        aria-label={t.light.preset}
        className={styles.cards ?? ''}
        value={chosen?.id ?? null}
        onChange={(id) => {
          const choice = CHOICES.find((one) => one.id === id);
          if (choice !== undefined) chooseRig(app, choice);
        }}
      >
        {CHOICES.map((choice) => (
          <Radio key={choice.id} value={choice.id} className={styles.card ?? ''}>
            <Tile address={`/rigs/${choice.id}.webp`} className={styles.picture} />
            <span className={styles.name}>
              {choice.kind === 'house' ? t.light.presets[choice.lighting] : rigs.names[choice.preset]}
            </span>
          </Radio>
        ))}
      </RadioGroup>
      <span className={styles.help} role="status">
        {help ?? origin}
      </span>
      {rig !== null && (
        <TextField
          label={rigs.name}
          placeholder={rigs.namePlaceholder}
          maxLength={RIG_NAME_MAX}
          value={rig.name}
          onChange={(name) => nameLights(app, rigs.undoName, name)}
        />
      )}
    </div>
  );
}
