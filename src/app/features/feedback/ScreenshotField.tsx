import { Camera, CircleAlert, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import styles from './Feedback.module.css';
import { type Screenshot, takeScreenshot } from './take-screenshot.ts';

/** A picture of the page to send along, as it will be sent. */
export function ScreenshotField({
  screenshot,
  onChange,
  isDisabled,
}: {
  readonly screenshot: Screenshot | null;
  readonly onChange: (screenshot: Screenshot | null) => void;
  readonly isDisabled: boolean;
}) {
  const app = useApp();
  const { feedback: texts } = useLateTexts();
  const field = useRef<HTMLFieldSetElement>(null);
  const [state, setState] = useState<'ready' | 'capturing' | 'failed' | 'refused'>('ready');
  const address = useObjectUrl(screenshot?.picture);
  const capture = async (): Promise<void> => {
    if (field.current === null) return;
    setState('capturing');
    try {
      const taken = await takeScreenshot(app, field.current);
      onChange(taken);
      setState(taken === null ? 'refused' : 'ready');
    } catch (error) {
      app.outside.warn(`screenshot: ${String(error)}`);
      setState('failed');
    }
  };
  return (
    <fieldset ref={field} className={styles.field}>
      <legend className={styles.label}>{texts.screenshot}</legend>
      {address === null ? (
        <p className={styles.help}>{texts.screenshotHint}</p>
      ) : (
        <img className={styles.preview} src={address} alt={texts.preview} />
      )}
      {screenshot?.shows === 'stage' && (
        <p className={styles.help} role="status">
          {texts.stageAlone}
        </p>
      )}
      {(state === 'failed' || state === 'refused') && (
        <p className={styles.error} role="alert">
          <CircleAlert size={14} aria-hidden="true" />
          {state === 'failed' ? texts.captureFailed : texts.captureRefused}
        </p>
      )}
      <div className={styles.row}>
        <Button
          icon={<Camera size={16} aria-hidden="true" />}
          isLoading={state === 'capturing'}
          loadingLabel={texts.capturing}
          isDisabled={isDisabled}
          onPress={() => void capture()}
        >
          {address === null ? texts.capture : texts.captureAgain}
        </Button>
        {address !== null && (
          <IconButton
            label={texts.remove}
            icon={<Trash2 size={16} />}
            isDisabled={isDisabled || state === 'capturing'}
            onPress={() => onChange(null)}
          />
        )}
      </div>
    </fieldset>
  );
}
