import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PASSWORD_MIN_LENGTH } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { ConfigBody } from '../../../contract/http/instance.ts';
import { describeError, describeFailure } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../../use-app.ts';
import styles from './SignIn.module.css';
import { type Credentials, signIn } from './sign-in.ts';

type Mode = Credentials['kind'];
interface Errors {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
  readonly form?: string;
}

/** The way in: sign in, register, or claim the owner's link. It stands in place of the work, so it has no close. */
export function SignIn() {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { ownerToken } = useSnapshot(app.state.account);
  const { connection } = useSnapshot(app.state.shell);
  const [chosen, setChosen] = useState<'login' | 'register'>('login');
  const mode: Mode = ownerToken === null ? chosen : 'owner';
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const config = useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => app.server.call('/api/config/', ConfigBody, { isPublic: true }, signal),
  });
  const title = {
    login: t.account.signInTitle,
    register: t.account.registerTitle,
    owner: t.account.ownerTitle,
  }[mode];
  const action = { login: t.account.signIn, register: t.account.register, owner: t.account.claim }[mode];

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = check();
    setErrors(found);
    if (Object.keys(found).length > 0 || isBusy) return;
    setBusy(true);
    try {
      await signIn(app, credentials());
    } catch (error) {
      setErrors(placeError(error));
    } finally {
      setBusy(false);
    }
  };
  const check = (): Errors => {
    const found: { -readonly [K in keyof Errors]: Errors[K] } = {};
    if (mode === 'register' && name.trim() === '') found.name = t.account.nameMissing;
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) found.email = t.account.emailInvalid;
    if (password === '' || (mode !== 'login' && password.length < PASSWORD_MIN_LENGTH)) {
      found.password = t.account.passwordHelp;
    }
    return found;
  };
  const credentials = (): Credentials => {
    const entered = { email: email.trim(), password };
    if (mode === 'register') return { kind: 'register', name: name.trim(), ...entered };
    if (mode === 'owner') return { kind: 'owner', token: ownerToken ?? '', ...entered };
    return { kind: 'login', ...entered };
  };
  const placeError = (error: unknown): Errors => {
    const sentence = describeError(texts, error);
    const code = error instanceof AppError ? error.failure.code : null;
    if (code === 'credentials-wrong' || code === 'password-weak') return { password: sentence };
    if (code === 'email-taken') return { email: sentence };
    return { form: sentence };
  };
  const change = (mode: 'login' | 'register'): void => {
    setChosen(mode);
    setErrors({});
  };
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={(event) => void submit(event)} noValidate aria-label={title}>
        <Logo size={26} />
        <h1 className={styles.title}>{title}</h1>
        {mode === 'owner' && <p className={styles.intro}>{t.account.ownerIntro}</p>}
        {mode === 'login' && connection === 'auth' && (
          <p className={styles.intro}>{describeFailure(texts, { code: 'not-authenticated' })}</p>
        )}
        {mode === 'login' && config.data?.needs_owner === true && (
          <p className={styles.intro}>{t.account.needsOwner}</p>
        )}
        {mode === 'register' && (
          <TextField
            label={t.account.name}
            value={name}
            onChange={setName}
            error={errors.name}
            autoComplete="name"
          />
        )}
        <TextField
          label={t.account.email}
          type="email"
          value={email}
          onChange={setEmail}
          error={errors.email}
          autoComplete="username"
          autoFocus
        />
        <TextField
          label={t.account.password}
          type="password"
          value={password}
          onChange={setPassword}
          error={errors.password}
          help={mode === 'login' ? undefined : t.account.passwordHelp}
          autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
          reveal={{ show: t.ui.showPassword, hide: t.ui.hidePassword }}
        />
        {errors.form !== undefined && (
          <p className={styles.error} role="alert">
            <CircleAlert size={14} aria-hidden="true" />
            {errors.form}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isWide
          isLoading={isBusy}
          loadingLabel={mode === 'login' ? t.account.signingIn : t.account.registering}
        >
          {action}
        </Button>
        {mode === 'login' && (
          <p className={styles.other}>
            {t.account.newHere}
            <Button variant="quiet" size="sm" onPress={() => change('register')}>
              {t.account.toRegister}
            </Button>
          </p>
        )}
        {mode === 'register' && (
          <p className={styles.other}>
            {t.account.haveAccount}
            <Button variant="quiet" size="sm" onPress={() => change('login')}>
              {t.account.toSignIn}
            </Button>
          </p>
        )}
      </form>
    </main>
  );
}
