import { useLateTexts } from '../../texts/use-late-texts.ts';
import styles from './Account.module.css';
import { PresentPassword } from './SettingsForm.tsx';
import type { Form } from './use-form.ts';
import { useProof } from './use-proof.ts';

/** What proves that it is the person, by {@link useProof}: a field for the password, or a sentence on the sign-in that stands for it. */
export function ProofField<Field extends string>({
  form,
  autoFocus = true,
}: {
  readonly form: Form<Field | 'password'>;
  readonly autoFocus?: boolean;
}) {
  const { proof } = useLateTexts().settings;
  if (useProof().asksPassword) return <PresentPassword form={form} autoFocus={autoFocus} />;
  return <p className={styles.hint}>{proof.recent}</p>;
}
