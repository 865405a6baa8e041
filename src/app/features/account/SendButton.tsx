import { Button } from '../../ui/Button.tsx';

/** Stands below the fields of a card and sends them. */
export function SendButton({
  form,
  label,
  loadingLabel,
}: {
  readonly form: { readonly isBusy: boolean };
  readonly label: string;
  /** While they are on their way. */
  readonly loadingLabel: string;
}) {
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      isWide
      isLoading={form.isBusy}
      loadingLabel={loadingLabel}
    >
      {label}
    </Button>
  );
}
