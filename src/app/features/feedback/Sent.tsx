import { CircleCheck } from 'lucide-react';
import { CopyButton } from '../../core/CopyButton.tsx';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Feedback.module.css';

/** It has arrived, under a number that a person can name. */
export function Sent({ ticket, onClose }: { readonly ticket: string; readonly onClose: () => void }) {
  const { feedback: texts } = useLateTexts();
  return (
    <div className={styles.sent}>
      <CircleCheck size={32} className={styles.check} aria-hidden="true" />
      <p role="status">{texts.thanks}</p>
      <p className={styles.ticket}>
        {texts.ticket} <code>{ticket}</code>
        <CopyButton label={texts.copyTicket(ticket)} text={ticket} />
      </p>
      <Button variant="primary" autoFocus onPress={onClose}>
        {texts.close}
      </Button>
    </div>
  );
}
