import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { UserBody } from '../../../contract/http/accounts.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Account.module.css';
import { Block } from './Block.tsx';
import { deleteAccount } from './delete-account.ts';
import { FactorCode } from './FactorCode.tsx';
import { useForm } from './use-form.ts';
import { useOwnFactor } from './use-own-factor.ts';

/** The end of the account, after a question and the password. */
export function DeleteAccount() {
  const app = useApp();
  const { settings } = useLateTexts();
  const hasCredits = useHasCredits();
  const user = useAccount();
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const [isAsking, setAsking] = useState(false);
  return (
    <Block title={settings.delete.title} help={hasCredits ? settings.delete.help : settings.delete.freeHelp}>
      <div className={styles.start}>
        <Button variant="danger" isDisabled={isOffline || user === null} onPress={() => setAsking(true)}>
          {settings.delete.start}
        </Button>
      </div>
      {isAsking && user !== null && <Question user={user} onCancel={() => setAsking(false)} />}
    </Block>
  );
}

function Question({ user, onCancel }: { readonly user: UserBody; readonly onCancel: () => void }) {
  const app = useApp();
  const { t } = useTexts();
  const { settings } = useLateTexts();
  const hasCredits = useHasCredits();
  const texts = settings.delete;
  const factor = useOwnFactor();
  const checkProof = (proof: string): { proof?: string } => {
    if (user.has_password) return proof === '' ? { proof: texts.passwordMissing } : {};
    return proof.trim().toLowerCase() === user.email.toLowerCase() ? {} : { proof: texts.emailWrong };
  };
  const form = useForm({
    initial: { proof: '', code: '' },
    check: ({ proof, code }) => ({ ...checkProof(proof), ...factor.check(code) }),
    send: async ({ proof, code }) => {
      const own = user.has_password ? { password: proof } : { email: proof.trim() };
      await factor.send(code, (more) => deleteAccount(app, { ...own, ...more }));
      app.toasts.show('info', texts.done, { area: 'page' });
    },
    places: { 'password-wrong': 'proof', 'second-factor-wrong': 'code' },
  });
  return (
    <Modal
      isOpen
      onClose={onCancel}
      title={texts.question}
      size="sm"
      role="alertdialog"
      isDismissable={false}
    >
      <form className={styles.section} onSubmit={form.submit} noValidate aria-label={texts.question}>
        <p>{hasCredits ? texts.message : texts.freeMessage}</p>
        <TextField
          label={user.has_password ? texts.typePassword : texts.typeEmail(user.email)}
          type={user.has_password ? 'password' : 'email'}
          autoComplete={user.has_password ? 'current-password' : 'off'}
          autoFocus
          {...form.field('proof')}
        />
        {factor.isOn && <FactorCode form={form} />}
        {form.error !== undefined && <FormError cause={form.cause}>{form.error}</FormError>}
        <div className={styles.actions}>
          <Button onPress={onCancel}>{t.ui.cancel}</Button>
          <Button type="submit" variant="solid-danger" isLoading={form.isBusy} loadingLabel={texts.deleting}>
            {texts.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
