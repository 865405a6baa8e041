import { type FormEvent, useRef, useState } from 'react';
import { GRANT_NOTE_MAX_LENGTH } from '../../../contract/constants.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { grantCredits, readGrant } from './grant-credits.ts';
import styles from './Staff.module.css';
import { useAct } from './use-act.ts';

/** Credits for a person, with a note that they read. */
export function GrantForm({ userId }: { readonly userId: number }) {
  const app = useApp();
  const { staff: texts } = useLateTexts();
  const { format } = useTexts();
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [hasTried, setTried] = useState(false);
  const [isBusy, act] = useAct();
  /** A grant whose answer was lost is asked for again under its own key. */
  const key = useRef<string>(null);
  const credits = readGrant(amount);
  const grant = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (credits === null || isBusy) return;
    key.current ??= app.outside.randomUuid();
    const asked = key.current;
    const isDone = await act(() =>
      grantCredits(app, { userId, credits, note: note.trim() }, asked).then(() => true),
    );
    if (isDone !== true) return;
    app.toasts.show('success', texts.granted(format.number(credits)), { area: 'page' });
    key.current = null;
    setAmount('');
    setNote('');
    setTried(false);
  };
  const change = (set: (text: string) => void) => (text: string) => {
    key.current = null;
    set(text);
  };
  return (
    <form className={styles.card} onSubmit={(event) => void grant(event)} noValidate>
      <h3 className={styles.heading}>{texts.grant}</h3>
      <div className={styles.fields}>
        <TextField
          label={texts.amount}
          value={amount}
          inputMode="numeric"
          maxLength={7}
          error={hasTried && credits === null ? texts.amountWrong : null}
          isDisabled={isBusy}
          onChange={change(setAmount)}
        />
        <TextField
          label={texts.note}
          value={note}
          maxLength={GRANT_NOTE_MAX_LENGTH}
          isDisabled={isBusy}
          onChange={change(setNote)}
        />
        <Button type="submit" isLoading={isBusy}>
          {texts.give}
        </Button>
      </div>
    </form>
  );
}
