import { Lightbulb } from 'lucide-react';
import { type ReactNode, useState } from 'react';
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
import { useOwnRigs } from './use-own-rigs.ts';

const CHOICES: readonly (Exclude<Choice, { kind: 'own' }> & { readonly id: string })[] = [
  { id: 'studio', kind: 'house', lighting: 'studio' },
  { id: 'render', kind: 'house', lighting: 'render' },
  ...RIG_PRESETS.map((preset) => ({ id: preset, kind: 'preset', preset }) as const),
];

/**
 * Lights to begin with, each with a picture of what they are made for; those that the person kept, in looks or by
 * themselves; and the name of the present ones.
 */
export function RigChoice({
  keep,
}: {
  /** What keeps lights that are nowhere else. */
  readonly keep: ReactNode;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { rigs } = useLateTexts();
  const settings = useSettings().render_settings;
  const { light_rig: rig } = settings;
  const own = useOwnRigs();
  // What has just been pressed does not go from under the focus, but for lights that are no person's own.
  const [isHeld, setHeld] = useState(false);
  const all: readonly (Choice & { readonly id: string })[] = [...CHOICES, ...own];
  const chosen = all.find((choice) => isChosen(settings, choice));
  const help =
    chosen === undefined || chosen.kind === 'own'
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
          const choice = all.find((one) => one.id === id);
          if (choice !== undefined) chooseRig(app, choice);
        }}
      >
        {CHOICES.map((choice) => (
          <Card
            key={choice.id}
            id={choice.id}
            picture={`/rigs/${choice.id}.webp`}
            name={choice.kind === 'house' ? t.light.presets[choice.lighting] : rigs.names[choice.preset]}
          />
        ))}
        {own.length > 0 && (
          <>
            <span className={styles.mine}>{rigs.mine}</span>
            {own.map(({ id, name, picture }) => (
              <Card key={id} id={id} picture={picture} name={name} />
            ))}
          </>
        )}
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
      {rig !== null && (chosen === undefined || (isHeld && chosen.kind === 'own')) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
        <div role="group" aria-label={rigs.mine} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}>
          {keep}
        </div>
      )}
    </div>
  );
}

function Card({
  id,
  picture,
  name,
}: {
  readonly id: string;
  readonly picture: string | null;
  readonly name: string;
}) {
  return (
    <Radio value={id} className={styles.card ?? ''}>
      <Tile address={picture} className={styles.picture}>
        <Lightbulb size={20} aria-hidden="true" />
      </Tile>
      <span className={styles.name}>{name}</span>
    </Radio>
  );
}
