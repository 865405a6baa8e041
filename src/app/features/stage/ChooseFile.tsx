import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { NamedFile } from '../../../contract/compute-values.ts';
import { nameFiles } from '../../browser/collect-files.ts';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

/**
 * A button that asks for files: a model, its companions, or a ZIP. Every kind can be chosen, since tablets grey out
 * kinds they have no name for, `.mtl` and `.bin` among them.
 */
export function ChooseFile({
  label,
  onChoose,
  variant = 'secondary',
  icon = <Upload size={16} />,
  isIconOnly = false,
}: {
  readonly label: string;
  readonly onChoose: (files: readonly NamedFile[]) => void;
  readonly variant?: NonNullable<ButtonProps['variant']>;
  readonly icon?: ReactNode;
  readonly isIconOnly?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const press = (): void => input.current?.click();
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        onChange={(event) => {
          const files = nameFiles(event.target.files ?? []);
          event.target.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
      {isIconOnly ? (
        <IconButton label={label} icon={icon} onPress={press} placement="right" />
      ) : (
        <Button variant={variant} icon={icon} onPress={press}>
          {label}
        </Button>
      )}
    </>
  );
}
