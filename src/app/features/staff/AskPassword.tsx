import { createContext, type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import { isFailure } from '../../../contract/failure.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useAccount } from '../../use-account.ts';
import { useApp } from '../../use-app.ts';
import styles from './Staff.module.css';

/** Asks for the password once more. Resolves with whether it was given and right. */
export const AskPassword = createContext<() => Promise<boolean>>(async () => false);

/** Where acts of staff below it ask for the password. */
export function AskPasswordHere({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<((isGiven: boolean) => void) | null>(null);
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      answer.current?.(false);
      answer.current = resolve;
      setOpen(true);
    });
  const end = (isGiven: boolean): void => {
    setOpen(false);
    answer.current?.(isGiven);
    answer.current = null;
  };
  return (
    <AskPassword value={ask}>
      {children}
      {isOpen && <Question onEnd={end} />}
    </AskPassword>
  );
}

function Question({ onEnd }: { readonly onEnd: (isGiven: boolean) => void }) {
  const app = useApp();
  const { t } = useTexts();
  const { staff, signIn } = useLateTexts();
  const texts = staff.askPassword;
  const hasPassword = useAccount()?.has_password ?? true;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  /** The server says whether the account has a second factor. */
  const [hasFactor, setHasFactor] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async (): Promise<void> => {
    if (isBusy || password === '') return;
    setBusy(true);
    setError(null);
    try {
      const options = {
        method: 'POST',
        body: hasFactor ? { password, code } : { password },
        isAuth: true,
      } as const;
      await app.server.call('/api/users/password/confirm/', z.null(), options);
      onEnd(true);
    } catch (failure) {
      setError(failure);
      if (isFailure(failure, 'second-factor-wrong')) setHasFactor(true);
      setBusy(false);
    }
  };
  return (
    <Modal isOpen onClose={() => onEnd(false)} title={texts.title} size="sm">
      <form
        className={styles.question}
        aria-label={texts.title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p>{hasPassword ? texts.message : texts.noPassword}</p>
        {hasPassword && (
          <TextField
            label={signIn.password}
            type="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={setPassword}
            reveal={{ show: t.ui.showPassword, hide: t.ui.hidePassword }}
          />
        )}
        {hasFactor && (
          <TextField
            label={signIn.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            value={code}
            onChange={setCode}
          />
        )}
        {error !== null && <FormError cause={error}>{describeError(app.texts(), error)}</FormError>}
        <div className={styles.answers}>
          <Button onPress={() => onEnd(false)}>{t.ui.cancel}</Button>
          {hasPassword && (
            <Button
              type="submit"
              variant="primary"
              isDisabled={password === '' || (hasFactor && code === '')}
              isLoading={isBusy}
            >
              {texts.goOn}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}
