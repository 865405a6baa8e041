import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import { isFailure } from '../../../contract/failure.ts';
import { factorQuery } from '../../core/factor-query.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useLocalSignIn } from '../../core/use-config.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Staff.module.css';

/**
 * Asks for the password once more. Resolves with whether it was given and right.
 *
 * @param why Said in place of that a while has passed.
 */
export const AskPassword = createContext<(why?: string) => Promise<boolean>>(async () => false);

/** Where acts of staff below it ask for the password. */
export function AskPasswordHere({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<{ readonly why: string | undefined } | null>(null);
  const answer = useRef<((isGiven: boolean) => void) | null>(null);
  const ask = (why?: string): Promise<boolean> =>
    new Promise((resolve) => {
      answer.current?.(false);
      answer.current = resolve;
      setOpen({ why });
    });
  const end = (isGiven: boolean): void => {
    setOpen(null);
    answer.current?.(isGiven);
    answer.current = null;
  };
  return (
    <AskPassword value={ask}>
      {children}
      {open !== null && <Question why={open.why} onEnd={end} />}
    </AskPassword>
  );
}

function Question({
  why,
  onEnd,
}: {
  readonly why: string | undefined;
  readonly onEnd: (isGiven: boolean) => void;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { staff, settings } = useLateTexts();
  const { signIn } = useTexts().t;
  const texts = staff.askPassword;
  const hasPassword = useAccount()?.has_password ?? true;
  const canSetPassword = useLocalSignIn();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const factor = useQuery(factorQuery(app));
  const hasFactor = factor.data?.is_on === true;
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
      // Switched on elsewhere meanwhile: the code is asked for from now on.
      if (isFailure(failure, 'second-factor-wrong') && !hasFactor) await factor.refetch();
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
        <p>{hasPassword ? (why ?? texts.message) : canSetPassword ? texts.noPassword : texts.companyOnly}</p>
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
            label={settings.factor.anyCode}
            inputMode="text"
            autoComplete="one-time-code"
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
