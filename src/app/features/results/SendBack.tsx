import { Undo2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { RETURN_DAYS } from '../../../contract/constants.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { RETURN_REASONS, RETURN_WORDS_MAX, type ReturnReason } from '../../../contract/returns.ts';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { canSendBack } from './can-send-back.ts';
import styles from './SendBack.module.css';
import { openSendBack } from './send-back.ts';

/** Gives a bad AI picture back for its credits, once and with a reason. Nothing for what cannot be given back. */
export function SendBack({ render, index }: { readonly render: RenderBody; readonly index: number }) {
  const app = useApp();
  const { t } = useTexts();
  const { returns } = useLateTexts();
  const { connection } = useSnapshot(app.state.shell);
  const [isOpen, setOpen] = useState(false);
  if (!canSendBack(render, index, Date.now())) return null;
  const isOnline = connection === 'online';
  return (
    <div className={styles.place}>
      <Button
        variant="quiet"
        isWide
        icon={<Undo2 size={16} aria-hidden="true" />}
        isDisabled={!isOnline}
        onPress={() => setOpen(true)}
      >
        {returns.open}
      </Button>
      {!isOnline && <p className={styles.note}>{t.shell[connection === 'gone' ? 'gone' : 'offline']}</p>}
      {isOpen && <Ask render={render} index={index} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Ask({
  render,
  index,
  onClose,
}: {
  readonly render: RenderBody;
  readonly index: number;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { returns } = useLateTexts();
  const hasCredits = useHasCredits();
  const [send] = useState(() => openSendBack(app, render, index));
  const [reason, setReason] = useState<ReturnReason | null>(null);
  const [words, setWords] = useState('');
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const price = Math.round(render.price / render.batch_count);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (reason === null || isSending) return;
    setSending(true);
    setError(null);
    try {
      const answer = await send({ reason, words });
      const refunded = answer?.refunded ?? 0;
      const done = refunded > 0 ? returns.sent(refunded) : returns.sentFree;
      app.toasts.show('info', answer?.is_looked_at === true && hasCredits ? returns.lookedAt : done);
      onClose();
    } catch (cause) {
      setError(cause);
      setSending(false);
    }
  };
  return (
    <Modal isOpen onClose={onClose} title={returns.title} size="sm">
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.about}>
          {hasCredits && price > 0 ? returns.about(price, RETURN_DAYS) : returns.aboutFree(RETURN_DAYS)}
        </p>
        <RadioGroup
          aria-label={returns.why}
          className={styles.group ?? ''}
          value={reason}
          onChange={(next) => setReason(next as ReturnReason)}
          isDisabled={isSending}
        >
          <span className={styles.why} aria-hidden="true">
            {returns.why}
          </span>
          {RETURN_REASONS.map((each) => (
            <Radio key={each} value={each} className={styles.option ?? ''}>
              <span className={styles.ring} aria-hidden="true" />
              {returns.reasons[each]}
            </Radio>
          ))}
        </RadioGroup>
        <TextArea
          label={returns.words}
          value={words}
          onChange={setWords}
          maxLength={RETURN_WORDS_MAX}
          counter={{ length: words.length, max: RETURN_WORDS_MAX }}
          isDisabled={isSending}
        />
        {error !== null && <FormError cause={error}>{describeError(texts, error)}</FormError>}
        <div className={styles.actions}>
          <Button onPress={onClose}>{t.ui.cancel}</Button>
          <Button type="submit" variant="primary" isDisabled={reason === null} isLoading={isSending}>
            {returns.send}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
