import { type ReactNode, useEffect, useRef } from 'react';
import { Button, type ButtonProps } from '../../ui/Button.tsx';

/**
 * A button that asks for a file of this device, or for several where `isMany`. `isFolder` asks for all that is in a folder,
 * where the browser can.
 */
export function PictureButton({
  accept,
  isFolder = false,
  isMany = isFolder,
  onChoose,
  icon,
  children,
  ...rest
}: Pick<ButtonProps, 'isDisabled' | 'isLoading' | 'loadingLabel' | 'className'> & {
  readonly accept: string;
  readonly isFolder?: boolean;
  readonly isMany?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.webkitdirectory = isFolder;
  }, [isFolder]);
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept={isFolder ? undefined : accept}
        multiple={isMany}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
      <Button {...rest} icon={icon} onPress={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
