import { type FormEvent, useState } from 'react';
import { AppError, type FailureCode } from '../../../contract/failure.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';

type Values<Field extends string> = Readonly<Record<Field, string>>;
/** Sentences below fields, and below the whole form. */
export type FormErrors<Field extends string> = Partial<Record<Field | 'form', string>>;

/** What was sent in vain: it is put in words when it is drawn, so that it speaks the page's language. */
type Refused<Field extends string> = (
  | { readonly by: 'page'; readonly values: Values<Field> }
  | { readonly by: 'server'; readonly error: unknown }
) & {
  /** Where it was wrong, and was not changed since. */
  readonly places: readonly (Field | 'form')[];
};

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
  const [refused, setRefused] = useState<Refused<Field> | null>(null);
  const [isBusy, setBusy] = useState(false);

  const sentenceAt = (place: Field | 'form'): string | undefined => {
    if (refused?.places.includes(place) !== true) return undefined;
    return refused.by === 'server' ? describe(refused.error) : check(refused.values)[place];
  };
  const refuse = (found: Refused<Field>, form: HTMLFormElement): void => {
    setRefused(found);
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  const run = async (form: HTMLFormElement): Promise<void> => {
    if (isBusy) return;
    const wrong = Object.keys(check(values)) as (Field | 'form')[];
    if (wrong.length > 0) return refuse({ by: 'page', values, places: wrong }, form);
    setRefused(null);
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const code = error instanceof AppError ? error.failure.code : null;
      const place = (code === null ? undefined : places[code]) ?? 'form';
      refuse({ by: 'server', error, places: [place] }, form);
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    isBusy,
    error: sentenceAt('form'),
    cause: refused?.by === 'server' ? refused.error : undefined,
    field: (name) => ({
      value: values[name],
      error: sentenceAt(name),
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        setRefused(
          (before) =>
            before && {
              ...before,
              places: before.places.filter((place) => place !== name && place !== 'form'),
            },
        );
      },
    }),
    reset: (next) => {
      setValues(next);
      setRefused(null);
    },
    submit: (event) => {
      event.preventDefault();
      void run(event.currentTarget);
    },
  };
}
