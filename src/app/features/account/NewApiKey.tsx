import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KeyScope } from '../../../contract/http/keys/api-keys.ts';
import { factorQuery } from '../../core/factor-query.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Account.module.css';
import { makeApiKey } from './api-keys.ts';
import { FactorCode } from './FactorCode.tsx';
import { ProofField } from './ProofField.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { useForm } from './use-form.ts';
import { useProof } from './use-proof.ts';

const NAME_MAX_LENGTH = 60;
const EXPIRIES = ['30', '90', '365', 'never'] as const;

/** What a new API key is called, what it may do, and how long. @param onMade Gets the key. */
export function NewApiKey({
  onMade,
  onClose,
}: {
  readonly onMade: (key: string) => void;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const { signIn } = useTexts().t;
  const { apiKeys } = useLateTexts().programs;
  const proof = useProof();
  const asksCode = useQuery(factorQuery(app)).data?.is_on === true;
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read']);
  const [expiry, setExpiry] = useState<string>('90');
  const form = useForm({
    initial: { name: '', password: '', code: '' },
    check: ({ name, password, code }) => ({
      ...(name.trim() === '' ? { name: apiKeys.nameMissing } : {}),
      ...proof.check(password),
      ...(asksCode && code.trim() === '' ? { code: signIn.codeMissing } : {}),
      ...(scopes.length === 0 ? { form: apiKeys.scopeMissing } : {}),
    }),
    send: async ({ name, password, code }) => {
      try {
        const key = await makeApiKey(app, {
          name: name.trim(),
          scopes,
          days: expiry === 'never' ? null : Number(expiry),
          ...proof.bodyOf(password),
          ...(code.trim() !== '' && { code: code.trim() }),
        });
        onMade(key);
      } catch (error) {
        // Each code is good once: for the next try there is a new one.
        form.reset({ name, password, code: '' });
        throw error;
      }
    },
    describe: proof.describe,
    places: { 'password-wrong': 'password', 'second-factor-wrong': 'code' },
  });
  const toggle = (scope: KeyScope, isOn: boolean): void =>
    setScopes(KeyScope.options.filter((one) => (one === scope ? isOn : scopes.includes(one))));
  return (
    <SettingsForm form={form} label={apiKeys.add} send={apiKeys.make} onCancel={onClose}>
      <TextField label={apiKeys.name} maxLength={NAME_MAX_LENGTH} autoFocus {...form.field('name')} />
      <fieldset className={styles.choices}>
        <legend className={styles.label}>{apiKeys.may}</legend>
        {KeyScope.options.map((scope) => (
          <Switch
            key={scope}
            label={apiKeys.scopes[scope].long}
            isSelected={scopes.includes(scope)}
            onChange={(isOn) => toggle(scope, isOn)}
          />
        ))}
      </fieldset>
      <Select
        label={apiKeys.expiry}
        value={expiry}
        options={EXPIRIES.map((id) => ({ id, label: apiKeys.expiries[id] }))}
        onChange={setExpiry}
      />
      <ProofField form={form} autoFocus={false} />
      {asksCode && <FactorCode form={form} />}
    </SettingsForm>
  );
}
