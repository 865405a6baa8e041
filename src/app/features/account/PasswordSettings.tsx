import { useSnapshot } from 'valtio';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Account.module.css';
import { Block } from './Block.tsx';
import { changePassword } from './change-password.ts';
import { refusePassword } from './check-fields.ts';
import { FactorCode } from './FactorCode.tsx';
import { useForm } from './use-form.ts';
import { useOwnFactor } from './use-own-factor.ts';
import { useProof } from './use-proof.ts';

/** Another password; a first one for who signed up through Google. */
export function PasswordSettings() {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { settings } = useLateTexts();
  const { signIn: late } = useTexts().t;
  const user = useAccount();
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const hasPassword = user?.has_password ?? true;
  const factor = useOwnFactor();
  const { describe } = useProof();
  const empty = { present: '', next: '', code: '' };
  const form = useForm({
    initial: empty,
    check: ({ present, next, code }) => {
      const weak = refusePassword(texts, next);
      return {
        ...(hasPassword && present === '' ? { present: late.passwordMissing } : {}),
        ...(weak === null ? {} : { next: weak }),
        ...factor.check(code),
      };
    },
    send: async ({ present, next, code }) => {
      await factor.send(code, (proof) => changePassword(app, hasPassword ? present : null, next, proof));
      form.reset(empty);
      app.toasts.show('success', settings.password.changed, { area: 'page' });
    },
    describe,
    places: { 'password-wrong': 'present', 'password-weak': 'next', 'second-factor-wrong': 'code' },
  });
  const reveal = { show: t.ui.showPassword, hide: t.ui.hidePassword };
  return (
    <Block
      title={settings.password.title}
      help={hasPassword ? settings.password.help : settings.password.none}
    >
      <form className={styles.form} onSubmit={form.submit} noValidate aria-label={settings.password.title}>
        {hasPassword && (
          <TextField
            label={settings.password.present}
            type="password"
            autoComplete="current-password"
            isDisabled={isOffline}
            reveal={reveal}
            {...form.field('present')}
          />
        )}
        <TextField
          label={settings.password.next}
          type="password"
          autoComplete="new-password"
          help={late.passwordHelp}
          isDisabled={isOffline}
          reveal={reveal}
          {...form.field('next')}
        />
        {factor.isOn && <FactorCode form={form} isDisabled={isOffline} />}
        {form.error !== undefined && <FormError cause={form.cause}>{form.error}</FormError>}
        <div className={styles.start}>
          <Button
            type="submit"
            isDisabled={isOffline}
            isLoading={form.isBusy}
            loadingLabel={settings.password.saving}
          >
            {hasPassword ? settings.password.change : settings.password.set}
          </Button>
        </div>
      </form>
    </Block>
  );
}
