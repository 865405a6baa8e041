import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Modal } from '../../ui/Modal.tsx';
import { FeedbackForm } from './FeedbackForm.tsx';
import { Sent } from './Sent.tsx';
import { useFeedback } from './use-feedback.ts';

/** The window for feedback. */
export function Feedback() {
  const app = useApp();
  const { feedback: texts } = useLateTexts();
  const { modal } = useSnapshot(app.state.shell);
  const talk = useFeedback();
  const close = (): void => {
    talk.finish();
    app.state.shell.modal = null;
  };
  return (
    <Modal isOpen={modal?.kind === 'feedback'} onClose={close} title={texts.title} size="md">
      {talk.ticket === null ? <FeedbackForm talk={talk} /> : <Sent ticket={talk.ticket} onClose={close} />}
    </Modal>
  );
}
