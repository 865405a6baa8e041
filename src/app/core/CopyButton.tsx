import { Copy } from 'lucide-react';
import { useTexts } from '../texts/use-texts.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { useApp } from './use-app.ts';

/** Copies a text. Absent without a secure context: there is no clipboard then (L21), and the button would be dead. */
export function CopyButton({
  label,
  text,
  className,
}: {
  readonly label: string;
  readonly text: string;
  readonly className?: string | undefined;
}) {
  const app = useApp();
  const { t } = useTexts();
  if (!app.outside.isSecure) return null;
  return (
    <IconButton
      size="sm"
      className={className}
      label={label}
      icon={<Copy size={14} />}
      onPress={() =>
        navigator.clipboard.writeText(text).then(
          () => app.toasts.show('success', t.ui.copied),
          (cause: unknown) => app.toasts.show('error', t.ui.copyFailed, { cause }),
        )
      }
    />
  );
}
