import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { isAbort } from '../../../contract/failure.ts';
import type { PasskeysBody } from '../../../contract/http/keys/passkeys.ts';
import { factorQuery } from '../../core/factor-query.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Account.module.css';
import { Block } from './Block.tsx';
import { canUsePasskeys } from './can-use-passkeys.ts';
import rows from './DeviceList.module.css';
import { FactorCode } from './FactorCode.tsx';
import { nameBrowser } from './name-browser.ts';
import { addPasskey, passkeysQuery, removePasskey, renamePasskey } from './passkeys.ts';
import { PresentPassword, SettingsForm } from './SettingsForm.tsx';
import { useForm } from './use-form.ts';

type Passkey = PasskeysBody['results'][number];
type Open = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly id: number };
const NAME_MAX_LENGTH = 60;

/** Passkeys that sign in to the account: which there are, one more, another name, one less. */
export function Passkeys() {
  const app = useApp();
  const { t } = useTexts();
  const { passkeys } = useLateTexts().settings;
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const hasPassword = useAccount()?.has_password ?? true;
  const found = useQuery({ ...passkeysQuery(app), enabled: !isOffline });
  const factor = useQuery({ ...factorQuery(app), enabled: !isOffline });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const own = found.data?.results ?? [];
  const isReady = found.data !== undefined && factor.data !== undefined;
  const hasFailed = (found.isError || factor.isError) && !isReady;
  const asksCode = factor.data?.is_on === true;
  const help = !canUsePasskeys() ? passkeys.unable : hasPassword ? passkeys.help : passkeys.noPassword;
  const canAct = hasPassword && isReady && open === null;
  return (
    <Block title={passkeys.title} help={help}>
      {hasFailed && (
        <div className={styles.start}>
          <Button
            size="sm"
            isLoading={found.isFetching || factor.isFetching}
            onPress={() => void Promise.all([found.refetch(), factor.refetch()])}
          >
            {t.ui.retry}
          </Button>
        </div>
      )}
      {own.length > 0 && (
        <ul className={rows.list} aria-label={passkeys.title}>
          {own.map((passkey) => (
            <li key={passkey.id} className={rows.device}>
              {open !== null && open.kind !== 'add' && open.id === passkey.id ? (
                <div className={rows.words}>
                  {open.kind === 'rename' ? (
                    <Rename passkey={passkey} onClose={close} />
                  ) : (
                    <Remove passkey={passkey} asksCode={asksCode} onClose={close} />
                  )}
                </div>
              ) : (
                <Row passkey={passkey} canAct={canAct && !isOffline} onOpen={setOpen} />
              )}
            </li>
          ))}
        </ul>
      )}
      {canAct && canUsePasskeys() && (
        <div className={styles.buttons}>
          <Button isDisabled={isOffline} onPress={() => setOpen({ kind: 'add' })}>
            {passkeys.add}
          </Button>
        </div>
      )}
      {open?.kind === 'add' && <Add asksCode={asksCode} onClose={close} />}
    </Block>
  );
}

function Row({
  passkey: { id, name, created_at, last_used_at },
  canAct,
  onOpen,
}: {
  readonly passkey: Passkey;
  readonly canAct: boolean;
  readonly onOpen: (open: Open) => void;
}) {
  const { format } = useTexts();
  const { passkeys } = useLateTexts().settings;
  return (
    <>
      <div className={rows.words}>
        <span className={rows.name}>{name}</span>
        <span className={rows.fact}>{passkeys.added(format.dateTime(created_at))}</span>
        <span className={rows.fact}>
          {last_used_at === null ? passkeys.unused : passkeys.used(format.dateTime(last_used_at))}
        </span>
      </div>
      <div className={styles.buttons}>
        <Button
          isDisabled={!canAct}
          aria-label={passkeys.renameOf(name)}
          onPress={() => onOpen({ kind: 'rename', id })}
        >
          {passkeys.rename}
        </Button>
        <Button
          isDisabled={!canAct}
          aria-label={passkeys.removeOf(name)}
          onPress={() => onOpen({ kind: 'remove', id })}
        >
          {passkeys.remove}
        </Button>
      </div>
    </>
  );
}

function Add({ asksCode, onClose }: { readonly asksCode: boolean; readonly onClose: () => void }) {
  const app = useApp();
  const { settings } = useLateTexts();
  const { passkeys, sessions } = settings;
  const check = useProofCheck(asksCode);
  const here = nameBrowser(navigator.userAgent);
  const form = useForm({
    initial: {
      name: here === null ? '' : sessions.browser(here.browser, here.system),
      password: '',
      code: '',
    },
    check: (values) => ({ ...checkName(values.name, passkeys.nameMissing), ...check(values) }),
    send: async ({ name, password, code }) => {
      try {
        await addPasskey(app, name.trim(), proofOf(password, code));
      } catch (error) {
        // Each code is good once: for the next try there is a new one.
        form.reset({ name, password, code: '' });
        if (isAbort(error)) return;
        throw error;
      }
      app.toasts.show('success', passkeys.didAdd, { area: 'page' });
      onClose();
    },
    places: { 'password-wrong': 'password', 'second-factor-wrong': 'code' },
  });
  return (
    <SettingsForm form={form} label={passkeys.add} send={passkeys.make} onCancel={onClose}>
      <TextField label={passkeys.name} maxLength={NAME_MAX_LENGTH} {...form.field('name')} />
      <PresentPassword form={form} />
      {asksCode && <FactorCode form={form} />}
    </SettingsForm>
  );
}

function Rename({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const app = useApp();
  const { passkeys } = useLateTexts().settings;
  const form = useForm({
    initial: { name: passkey.name },
    check: ({ name }) => checkName(name, passkeys.nameMissing),
    send: async ({ name }) => {
      await renamePasskey(app, passkey.id, name.trim());
      onClose();
    },
  });
  return (
    <SettingsForm
      form={form}
      label={passkeys.renameOf(passkey.name)}
      send={passkeys.rename}
      onCancel={onClose}
    >
      <TextField label={passkeys.name} maxLength={NAME_MAX_LENGTH} autoFocus {...form.field('name')} />
    </SettingsForm>
  );
}

function Remove({
  passkey,
  asksCode,
  onClose,
}: {
  readonly passkey: Passkey;
  readonly asksCode: boolean;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const { passkeys } = useLateTexts().settings;
  const check = useProofCheck(asksCode);
  const form = useForm({
    initial: { password: '', code: '' },
    check,
    send: async ({ password, code }) => {
      await removePasskey(app, passkey.id, proofOf(password, code));
      app.toasts.show('success', passkeys.didRemove(passkey.name), { area: 'page' });
      onClose();
    },
    places: { 'password-wrong': 'password', 'second-factor-wrong': 'code' },
  });
  return (
    <SettingsForm
      form={form}
      label={passkeys.removeOf(passkey.name)}
      send={passkeys.remove}
      onCancel={onClose}
    >
      <p className={styles.hint}>{passkeys.removeHelp(passkey.name)}</p>
      <PresentPassword form={form} />
      {asksCode && <FactorCode form={form} />}
    </SettingsForm>
  );
}

/** Says what of a proof is missing. */
function useProofCheck(asksCode: boolean) {
  const { signIn } = useTexts().t;
  return ({ password, code }: { readonly password: string; readonly code: string }) => ({
    ...(password === '' ? { password: signIn.passwordMissing } : {}),
    ...(asksCode && code.trim() === '' ? { code: signIn.codeMissing } : {}),
  });
}

function checkName(name: string, missing: string): { name?: string } {
  return name.trim() === '' ? { name: missing } : {};
}

function proofOf(password: string, code: string) {
  return code.trim() === '' ? { password } : { password, code: code.trim() };
}
