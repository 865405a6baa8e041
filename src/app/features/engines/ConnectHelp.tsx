import { CopyButton } from '../../core/CopyButton.tsx';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import styles from './Engines.module.css';

const COMMAND = 'COMFY_URLS=http://gpu-1:8188,http://gpu-2:8188 npm start';

/** How an AI server gets here. */
export function ConnectHelp() {
  const { staffEngines: texts, engineChoice } = useLateTexts();
  return (
    <div className={styles.card}>
      <h3 className={styles.heading}>{engineChoice.connect}</h3>
      <ol className={styles.steps}>
        {texts.connectSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={styles.command}>
        <code className={styles.code}>{COMMAND}</code>
        <CopyButton label={texts.copy(COMMAND)} text={COMMAND} />
      </p>
      <p className={styles.quiet}>{texts.connectMore}</p>
    </div>
  );
}
