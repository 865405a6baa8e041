import { CloudOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { FEEDBACK } from '../../../contract/constants.ts';
import { FEEDBACK_TYPES } from '../../../contract/http/feedback.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Feedback.module.css';
import { ScreenshotField } from './ScreenshotField.tsx';
import type { FeedbackTalk } from './use-feedback.ts';

/** What a person has to tell. While it is on its way nothing of it can be changed. */
export function FeedbackForm({ talk }: { readonly talk: FeedbackTalk }) {
  const app = useApp();
  const { feedback: texts } = useLateTexts();
  const { connection } = useSnapshot(app.state.shell);
  const [hasTried, setTried] = useState(false);
  const { draft, isSending } = talk;
  const isTitled = draft.title.trim() !== '';
  const isDescribed = draft.description.trim() !== '';
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isTitled && isDescribed) void talk.send();
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <div className={styles.field}>
        <span className={styles.label} aria-hidden="true">
          {texts.type}
        </span>
        <Segments
          label={texts.type}
          options={FEEDBACK_TYPES.map((value) => ({ value, label: texts.types[value] }))}
          value={draft.type}
          isDisabled={isSending}
          isWide
          onChange={(type) => talk.write({ type })}
        />
      </div>
      <TextField
        label={texts.name}
        value={draft.title}
        onChange={(title) => talk.write({ title })}
        maxLength={FEEDBACK.titleMaxLength}
        error={hasTried && !isTitled ? texts.nameMissing : null}
        isDisabled={isSending}
        isRequired
        autoFocus
      />
      <TextArea
        label={texts.description}
        value={draft.description}
        onChange={(description) => talk.write({ description })}
        maxLength={FEEDBACK.descriptionMaxLength}
        placeholder={texts.descriptionHint}
        rows={5}
        error={hasTried && !isDescribed ? texts.descriptionMissing : null}
        isDisabled={isSending}
        isRequired
      />
      <ScreenshotField screenshot={talk.screenshot} onChange={talk.attach} isDisabled={isSending} />
      <p className={styles.help}>{texts.what}</p>
      {connection !== 'online' && (
        <p className={styles.offline} role="status">
          <CloudOff size={14} aria-hidden="true" />
          {texts.offline}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isLoading={isSending} loadingLabel={texts.sending}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}
