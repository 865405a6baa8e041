import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { saveFile } from '../../browser/save-file.ts';
import { CopyButton } from '../../core/CopyButton.tsx';
import { factorQuery } from '../../core/factor-query.ts';
import { useApp } from '../../core/use-app.ts';
import { useLocalSignIn } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useHeld } from '../../ui/use-held.ts';
import styles from './Account.module.css';
import { Block } from './Block.tsx';
import { FactorCode } from './FactorCode.tsx';
import { ProofField } from './ProofField.tsx';
import { QrCode } from './QrCode.tsx';
import factorStyles from './SecondFactor.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { beginFactor, confirmFactor, endFactor, renewCodes } from './second-factor.ts';
import { useForm } from './use-form.ts';
import { useProof } from './use-proof.ts';

/** What is open in the section: nothing, a form, the key of a new factor, or codes that are seen only now. */
type Open =
  | { readonly kind: 'begin' | 'renew' | 'off' }
  | { readonly kind: 'scan'; readonly address: string; readonly secret: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/**
 * A code of an app besides the password: set up, its recovery codes, and the way back.
 *
 * @param isAsked The person came for it: the focus goes to what sets it up.
 */
export function SecondFactor({ isAsked }: { readonly isAsked: boolean }) {
  const app = useApp();
  const { t } = useTexts();
  const { factor } = useLateTexts().settings;
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const { canProve } = useProof();
  const hasLocalWays = useLocalSignIn();
  const found = useQuery({ ...factorQuery(app), enabled: !isOffline });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const isOn = found.data?.is_on === true;
  const isRequired = found.data?.is_required === true;
  const help = !canProve ? factor.noPassword : isOn ? factor.on(found.data?.codes_left ?? 0) : factor.help;
  const canAct = canProve && found.data !== undefined && open === null;
  // What the company asks for at its own sign-in is the company's; what is on, or has to be, is looked after here.
  if (!hasLocalWays && !isOn && !isRequired) return null;
  return (
    <Block title={factor.title} help={help}>
      {isRequired && <p className={styles.hint}>{isOn ? factor.stays : factor.required}</p>}
      {found.isError && found.data === undefined && (
        <div className={styles.start}>
          <Button size="sm" isLoading={found.isFetching} onPress={() => void found.refetch()}>
            {t.ui.retry}
          </Button>
        </div>
      )}
      {canAct && (
        <div className={styles.buttons}>
          {!isOn && (
            <Button isDisabled={isOffline} autoFocus={isAsked} onPress={() => setOpen({ kind: 'begin' })}>
              {factor.begin}
            </Button>
          )}
          {isOn && (
            <Button isDisabled={isOffline} onPress={() => setOpen({ kind: 'renew' })}>
              {factor.renew}
            </Button>
          )}
          {isOn && !isRequired && (
            <Button isDisabled={isOffline} onPress={() => setOpen({ kind: 'off' })}>
              {factor.turnOff}
            </Button>
          )}
        </div>
      )}
      {open?.kind === 'begin' && (
        <Begin onKey={(key) => setOpen({ kind: 'scan', ...key })} onCancel={close} />
      )}
      {open?.kind === 'scan' && (
        <Scan
          address={open.address}
          secret={open.secret}
          onCodes={(codes) => setOpen({ kind: 'codes', codes })}
          onCancel={close}
        />
      )}
      {open?.kind === 'codes' && <Codes codes={open.codes} onKept={close} />}
      {(open?.kind === 'renew' || open?.kind === 'off') && (
        <Prove
          kind={open.kind}
          onCodes={(codes) => setOpen({ kind: 'codes', codes })}
          onOff={close}
          onCancel={close}
        />
      )}
    </Block>
  );
}

function Begin({
  onKey,
  onCancel,
}: {
  readonly onKey: (key: { address: string; secret: string }) => void;
  readonly onCancel: () => void;
}) {
  const app = useApp();
  const { settings } = useLateTexts();
  const proof = useProof();
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => proof.check(password),
    send: async ({ password }) => onKey(await beginFactor(app, proof.bodyOf(password))),
    describe: proof.describe,
    places: { 'password-wrong': 'password' },
  });
  return (
    <SettingsForm form={form} label={settings.factor.title} send={settings.factor.next} onCancel={onCancel}>
      <ProofField form={form} />
    </SettingsForm>
  );
}

function Scan({
  address,
  secret,
  onCodes,
  onCancel,
}: {
  readonly address: string;
  readonly secret: string;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}) {
  const app = useApp();
  const { settings } = useLateTexts();
  const { signIn } = useTexts().t;
  const { factor } = settings;
  const form = useForm({
    initial: { code: '' },
    check: ({ code }): { code?: string } => (code.trim() === '' ? { code: signIn.codeMissing } : {}),
    send: async ({ code }) => {
      onCodes(await confirmFactor(app, code.trim()));
      app.toasts.show('success', factor.didOn, { area: 'page' });
    },
    places: { 'second-factor-wrong': 'code' },
  });
  return (
    <SettingsForm form={form} label={factor.title} send={factor.turnOn} onCancel={onCancel}>
      <p className={styles.hint}>{factor.scan}</p>
      <div className={factorStyles.key}>
        <QrCode text={address} label={factor.qr} />
        <div className={factorStyles.typed}>
          <span className={styles.hint}>{factor.key}</span>
          <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton label={factor.copyKey} text={secret} />
        </div>
      </div>
      <TextField
        label={signIn.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        {...form.field('code')}
      />
    </SettingsForm>
  );
}

function Codes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const { factor } = useLateTexts().settings;
  useHeld(true);
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={styles.form} role="status">
      <p className={styles.hint}>{factor.keep}</p>
      <ul className={factorStyles.codes} aria-label={factor.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onPress={() => saveFile(new Blob([text], { type: 'text/plain' }), factor.fileName)}>
          {factor.download}
        </Button>
        <Button onPress={onKept}>{factor.kept}</Button>
        <CopyButton label={factor.copyCodes} text={text} />
      </div>
    </div>
  );
}

function Prove({
  kind,
  onCodes,
  onOff,
  onCancel,
}: {
  readonly kind: 'renew' | 'off';
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => void;
  readonly onCancel: () => void;
}) {
  const app = useApp();
  const { settings } = useLateTexts();
  const { signIn } = useTexts().t;
  const { factor } = settings;
  const proof = useProof();
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      ...proof.check(password),
      ...(code.trim() === '' ? { code: signIn.codeMissing } : {}),
    }),
    send: async ({ password, code }) => {
      const given = { ...proof.bodyOf(password), code };
      if (kind === 'renew') return onCodes(await renewCodes(app, given));
      await endFactor(app, given);
      app.toasts.show('success', factor.didOff, { area: 'page' });
      onOff();
    },
    describe: proof.describe,
    places: { 'password-wrong': 'password', 'second-factor-wrong': 'code' },
  });
  return (
    <SettingsForm
      form={form}
      label={factor.title}
      send={kind === 'renew' ? factor.renew : factor.turnOff}
      onCancel={onCancel}
    >
      <ProofField form={form} />
      <FactorCode form={form} />
    </SettingsForm>
  );
}
