import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './Stage.module.css';

/** A button that asks for a GLB file. */
export function ChooseFile({
  label,
  onChoose,
  variant = 'secondary',
  icon = <Upload size={16} />,
  isIconOnly = false,
}: {
  readonly label: string;
  readonly onChoose: (file: File) => void;
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
        className={styles.hidden}
        type="file"
        accept=".glb,model/gltf-binary"
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) onChoose(file);
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
