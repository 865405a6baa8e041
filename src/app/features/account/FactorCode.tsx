import { useLateTexts } from '../../texts/use-late-texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import type { Form } from './use-form.ts';

/** A code of the app, or a recovery code, beside the password. */
export function FactorCode<Field extends string>({
  form,
  isDisabled = false,
}: {
  readonly form: Form<Field | 'code'>;
  readonly isDisabled?: boolean;
}) {
  const { factor } = useLateTexts().settings;
  return (
    <TextField
      label={factor.anyCode}
      inputMode="text"
      autoComplete="one-time-code"
      isDisabled={isDisabled}
      {...form.field('code')}
    />
  );
}
