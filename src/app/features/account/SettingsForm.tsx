import type { KeyboardEvent, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Account.module.css';
import type { Form } from './use-form.ts';

/** A few lines within a part of the settings, what sends them, and the way back, which Escape takes as well. */
export function SettingsForm<Field extends string>({
  form,
  label,
  send,
  onCancel,
  children,
}: {
  readonly form: Form<Field>;
  readonly label: string;
  /** Says what the form does. */
  readonly send: string;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const { settings } = useLateTexts();
  const isOffline = useSnapshot(useApp().state.shell).connection !== 'online';
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // The settings around it stay.
    event.stopPropagation();
    onCancel();
  };
  return (
    <form className={styles.form} onSubmit={form.submit} onKeyDown={leave} noValidate aria-label={label}>
      {children}
      {form.error !== undefined && <FormError cause={form.cause}>{form.error}</FormError>}
      <div className={styles.buttons}>
        <Button
          type="submit"
          isDisabled={isOffline}
          isLoading={form.isBusy}
          loadingLabel={settings.factor.sending}
        >
          {send}
        </Button>
        <Button variant="quiet" onPress={onCancel}>
          {t.ui.cancel}
        </Button>
      </div>
    </form>
  );
}

/** The password that a change asks for once more. */
export function PresentPassword<Field extends string>({
  form,
  autoFocus = true,
}: {
  readonly form: Form<Field | 'password'>;
  readonly autoFocus?: boolean;
}) {
  const { t } = useTexts();
  const { settings } = useLateTexts();
  return (
    <TextField
      label={settings.password.present}
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
      reveal={{ show: t.ui.showPassword, hide: t.ui.hidePassword }}
      {...form.field('password')}
    />
  );
}
