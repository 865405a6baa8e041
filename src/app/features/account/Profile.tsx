import { useSnapshot } from 'valtio';
import { z } from 'zod';
import type { UserBody } from '../../../contract/http/accounts.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { waitsForMail } from '../../values/waits-for-mail.ts';
import styles from './Account.module.css';
import { changeProfile } from './change-profile.ts';
import { isEmail } from './check-fields.ts';
import { FactorCode } from './FactorCode.tsx';
import { fullName } from './full-name.ts';
import { ProfilePicture } from './ProfilePicture.tsx';
import { useForm } from './use-form.ts';
import { useOwnFactor } from './use-own-factor.ts';

/** Name, e-mail and picture of the signed-in person. */
export function Profile({ onClose }: { readonly onClose: () => void }) {
  const user = useAccount();
  const { profile } = useLateTexts();
  return (
    <Modal isOpen onClose={onClose} title={profile.title} size="sm">
      {user !== null && <ProfileForm user={user} />}
    </Modal>
  );
}

function ProfileForm({ user }: { readonly user: UserBody }) {
  const app = useApp();
  const { t } = useTexts();
  const { profile } = useLateTexts();
  const { signIn: late } = useTexts().t;
  const config = useConfig();
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  /** Another one would need a password. */
  const isCompanys = !user.has_password && config?.local_sign_in === false;
  const name = fullName(user, '');
  const factor = useOwnFactor();
  const form = useForm({
    initial: { name, email: user.email, password: '', code: '' },
    check: (values) => ({
      ...(values.name.trim() === '' ? { name: late.nameMissing } : {}),
      ...(isEmail(values.email) ? {} : { email: late.emailInvalid }),
      ...(isOther(values.email) && user.has_password && values.password === ''
        ? { password: late.passwordMissing }
        : {}),
      ...(isOther(values.email) && !user.has_password ? { email: profile.setPasswordFirst } : {}),
      ...(isOther(values.email) ? factor.check(values.code) : {}),
    }),
    send: async ({ name: newName, email, password, code }) => {
      const asked = email.trim();
      const saved = await factor.send(code, (proof) =>
        changeProfile(app, {
          ...(newName.trim() === name ? {} : { name: newName.trim() }),
          ...(isOther(email) ? { email: asked, password, ...proof } : {}),
        }),
      );
      form.reset({ name: fullName(saved, ''), email: saved.email, password: '', code: '' });
      const isWaiting = isOther(email) && saved.email !== asked;
      if (isWaiting) app.toasts.show('info', profile.emailPending(asked));
      else app.toasts.show('success', profile.saved, { area: 'page' });
    },
    places: { 'password-wrong': 'password', 'email-taken': 'email', 'second-factor-wrong': 'code' },
  });
  const isChanged = form.values.name.trim() !== name || isOther(form.values.email);
  return (
    <div className={styles.section}>
      {isOffline && (
        <p className={styles.hint} role="status">
          {profile.offline}
        </p>
      )}
      <ProfilePicture user={user} isDisabled={isOffline} />
      <Standing user={user} isDisabled={isOffline} />
      <form className={styles.form} onSubmit={form.submit} noValidate aria-label={profile.title}>
        <TextField
          label={late.name}
          autoComplete="name"
          maxLength={150}
          isDisabled={isOffline}
          {...form.field('name')}
        />
        <TextField
          label={late.email}
          type="email"
          autoComplete="email"
          isDisabled={isOffline || isCompanys}
          help={
            isCompanys
              ? profile.emailHelpCompany
              : config?.sends_mail === true
                ? profile.emailHelpMail
                : profile.emailHelp
          }
          {...form.field('email')}
        />
        {isOther(form.values.email) && user.has_password && (
          <TextField
            label={profile.presentPassword}
            type="password"
            autoComplete="current-password"
            isDisabled={isOffline}
            help={profile.presentPasswordHelp}
            reveal={{ show: t.ui.showPassword, hide: t.ui.hidePassword }}
            {...form.field('password')}
          />
        )}
        {isOther(form.values.email) && factor.isOn && <FactorCode form={form} isDisabled={isOffline} />}
        {form.error !== undefined && <FormError cause={form.cause}>{form.error}</FormError>}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="primary"
            isDisabled={isOffline || !isChanged}
            isLoading={form.isBusy}
            loadingLabel={profile.saving}
          >
            {profile.save}
          </Button>
        </div>
      </form>
    </div>
  );

  function isOther(email: string): boolean {
    return email.trim() !== user.email;
  }
}

/** What the account still waits for. */
function Standing({ user, isDisabled }: { readonly user: UserBody; readonly isDisabled: boolean }) {
  const app = useApp();
  const { t, format } = useTexts();
  const { profile } = useLateTexts();
  const isUnproven = waitsForMail(user, useConfig()?.sends_mail === true);
  const amount = format.credits(user.pending_credits);
  if (!isUnproven && user.pending_credits === 0) return null;
  const resend = async (): Promise<void> => {
    try {
      await app.server.call('/api/users/email/resend/', z.unknown(), { method: 'POST', body: {} });
      app.toasts.show('success', profile.resent, { area: 'page' });
    } catch (error) {
      app.toasts.show('error', describeError(app.texts(), error), { area: 'page', cause: error });
    }
  };
  return (
    <div className={styles.note}>
      <p>
        {isUnproven && `${profile.unverified} `}
        {user.pending_credits > 0 &&
          (isUnproven ? t.signIn.verifyForCredits(amount) : t.signIn.approvalForCredits(amount))}
      </p>
      {isUnproven && (
        <Button size="sm" isDisabled={isDisabled} onPress={() => void resend()}>
          {profile.resend}
        </Button>
      )}
    </div>
  );
}
