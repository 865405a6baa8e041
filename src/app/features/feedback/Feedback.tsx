import { MessageSquare } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useApp } from '../../use-app.ts';
import styles from './Feedback.module.css';
import { FeedbackForm } from './FeedbackForm.tsx';
import { Sent } from './Sent.tsx';
import { useFeedback } from './use-feedback.ts';

/** The floating button and its window. */
export function Feedback() {
  const app = useApp();
  const { feedback: texts } = useLateTexts();
  const { modal, place } = useSnapshot(app.state.shell);
  const talk = useFeedback();
  const close = (): void => {
    talk.finish();
    app.state.shell.modal = null;
  };
  return (
    <>
      <div className={styles.place} data-place={place}>
        <IconButton
          className={styles.button}
          label={texts.open}
          icon={<MessageSquare size={18} />}
          placement="right"
          isSolid
          onPress={() => {
            app.state.shell.modal = { kind: 'feedback' };
          }}
        />
      </div>
      <Modal isOpen={modal?.kind === 'feedback'} onClose={close} title={texts.title} size="md">
        {talk.ticket === null ? <FeedbackForm talk={talk} /> : <Sent ticket={talk.ticket} onClose={close} />}
      </Modal>
    </>
  );
}
