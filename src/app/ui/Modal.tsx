import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Modal as AriaModal, Dialog, Heading, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../texts/use-texts.ts';
import { classes } from './classes.ts';
import { Deferred } from './Deferred.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Modal.module.css';
import { useKeptFocus } from './use-kept-focus.ts';

/**
 * A dialog over the whole page that holds the focus. Escape closes it; a click outside only where `isDismissable`.
 * Small is for a sentence and a form, medium a form with pictures, large a library, the next a row of
 * prices, full a picture.
 */
export function Modal({
  isOpen,
  onClose,
  title,
  aside,
  tools,
  size = 'md',
  isDismissable = true,
  isHeaderHidden = false,
  isAside = false,
  role = 'dialog',
  className,
  children,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  /** At the right of the header, before the close button. */
  readonly tools?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | 'full';
  readonly isDismissable?: boolean;
  /** The title is still read out. */
  readonly isHeaderHidden?: boolean;
  /** Out of sight for as long as something is carried out of it. */
  readonly isAside?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const dialog = useRef<HTMLElement>(null);
  return (
    <ModalOverlay
      className={classes(styles.overlay, isAside && styles.aside)}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable}
    >
      <AriaModal className={classes(styles.modal, styles[size])}>
        <Dialog ref={dialog} role={role} aria-label={title} className={classes(styles.dialog, className)}>
          {!isHeaderHidden && (
            <header className={styles.header}>
              <Heading slot="title" level={2} className={styles.title ?? ''}>
                {title}
              </Heading>
              {aside}
              <div className={styles.tools}>
                {tools}
                <IconButton label={t.ui.close} icon={<X size={18} />} onPress={onClose} />
              </div>
            </header>
          )}
          {isHeaderHidden ? children : <Deferred>{children}</Deferred>}
          <KeptFocus dialog={dialog} />
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}

/** Draws nothing; it is there while the dialog is. */
function KeptFocus({ dialog }: { readonly dialog: RefObject<HTMLElement | null> }) {
  useKeptFocus(dialog);
  return null;
}
