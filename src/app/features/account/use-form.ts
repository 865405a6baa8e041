import { type FormEvent, useState } from 'react';
import { AppError, type FailureCode } from '../../../contract/failure.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';

type Values<Field extends string> = Readonly<Record<Field, string>>;
/** Sentences below fields, and below the whole form. */
export type FormErrors<Field extends string> = Partial<Record<Field | 'form', string>>;

/** Lines of text that are sent together. */
export interface Form<Field extends string> {
  readonly values: Values<Field>;
  readonly isBusy: boolean;
  /** What is wrong with the form as a whole. */
  readonly error: string | undefined;
  /** What was thrown when it was sent, for `FormError`. */
  readonly cause: unknown;
  /** What a `TextField` needs of it. */
  field(name: Field): {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (value: string) => void;
  };
  reset(values: Values<Field>): void;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Holds a form, checks it, sends it once at a time, and says what went wrong where it went wrong. After a refusal the
 * focus is in the first field that is wrong.
 *
 * @param places The field that each failure speaks of; others stand below the form.
 * @param describe The sentence for a failure, where it is not that of the catalogue.
 */
export function useForm<Field extends string>(options: {
  readonly initial: Values<Field>;
  readonly check: (values: Values<NoInfer<Field>>) => FormErrors<NoInfer<Field>>;
  readonly send: (values: Values<Field>) => Promise<void>;
  readonly places?: Partial<Record<FailureCode, NoInfer<Field>>>;
  readonly describe?: (error: unknown) => string;
}): Form<Field> {
  const texts = useTexts();
  const { initial, check, send, places = {}, describe = (error) => describeError(texts, error) } = options;
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<Field>>({});
  const [cause, setCause] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const refuse = (found: FormErrors<Field>, form: HTMLFormElement): void => {
    setErrors(found);
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  const run = async (form: HTMLFormElement): Promise<void> => {
    if (isBusy) return;
    const found = check(values);
    if (Object.keys(found).length > 0) return refuse(found, form);
    setErrors({});
    setCause(undefined);
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const code = error instanceof AppError ? error.failure.code : null;
      setCause(error);
      const place = (code === null ? undefined : places[code]) ?? 'form';
      refuse({ [place]: describe(error) } as FormErrors<Field>, form);
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    isBusy,
    error: errors.form,
    cause,
    field: (name) => ({
      value: values[name],
      error: errors[name],
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        setErrors(({ [name]: _mended, form: _form, ...others }) => others as FormErrors<Field>);
      },
    }),
    reset: (next) => {
      setValues(next);
      setErrors({});
    },
    submit: (event) => {
      event.preventDefault();
      void run(event.currentTarget);
    },
  };
}
