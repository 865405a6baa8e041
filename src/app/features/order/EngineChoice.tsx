import { Radio, RadioGroup } from 'react-aria-components';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import { useSystem } from '../../core/render-queries.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { chooseEngine } from './choose-engine.ts';
import styles from './EngineChoice.module.css';
import { Told } from './Told.tsx';

type Wanted = ProjectSettings['render_settings']['engine'];
const CHOICES: readonly Wanted[] = ['auto', 'comfyui', 'studio'];

/** Who draws the project's orders, what an AI engine that is there can follow, and how one gets there. */
export function EngineChoice({ onLeave }: { readonly onLeave: () => void }) {
  const app = useApp();
  const { engineChoice } = useLateTexts();
  const { engine } = useSettings().render_settings;
  const ai = useSystem()?.system.ai ?? null;
  const isStaff = useAccount()?.is_staff === true;
  const help = (choice: Wanted): string =>
    choice === 'comfyui' && ai === null ? engineChoice.missing : engineChoice.help[choice];
  return (
    <div className={styles.choice}>
      <RadioGroup
        aria-label={engineChoice.title}
        className={styles.group ?? ''}
        value={engine}
        onChange={(next) => chooseEngine(app, engineChoice.undo, next as Wanted)}
      >
        <span className={styles.title} aria-hidden="true">
          {engineChoice.title}
        </span>
        {CHOICES.map((choice) => (
          <Radio key={choice} value={choice} className={styles.option ?? ''}>
            <span className={styles.ring} aria-hidden="true" />
            <span className={styles.words}>
              <span className={styles.name}>{engineChoice.names[choice]}</span>
              <span className={styles.help}>{help(choice)}</span>
            </span>
          </Radio>
        ))}
      </RadioGroup>
      {ai !== null && ai.level !== 'full' && <p className={styles.note}>{engineChoice.levels[ai.level]}</p>}
      <Told />
      {ai === null && (
        <div className={styles.note}>
          <p className={styles.name}>{engineChoice.connect}</p>
          <p>{engineChoice.connectHint}</p>
        </div>
      )}
      {isStaff && (
        <Button
          size="sm"
          className={styles.staff}
          onPress={() => {
            onLeave();
            app.state.shell.modal = { kind: 'engines' };
          }}
        >
          {engineChoice.toEngines}
        </Button>
      )}
    </div>
  );
}
