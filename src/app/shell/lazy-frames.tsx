import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { AssetType } from '../../contract/http/libraries.ts';
import { useApp } from '../core/use-app.ts';
import { useLateTexts } from '../texts/use-late-texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Modal } from '../ui/Modal.tsx';
import styles from './lazy-frames.module.css';

/** The final shape of each lazy part, around what is shown until it has come: see `lazy-parts.tsx`. */
interface Framed {
  readonly children: ReactNode;
}
interface Closable extends Framed {
  readonly onClose: () => void;
}

export function ProfileFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.account.profile} size="sm">
      {children}
    </Modal>
  );
}

export function SettingsFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.account.settings} size="md">
      {children}
    </Modal>
  );
}

export function UnsentFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.shell.unsent} size="lg">
      {children}
    </Modal>
  );
}

export function AboutFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.account.aboutTitle} size="sm">
      {children}
    </Modal>
  );
}

export function AboutModelFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.stage.aboutModel} size="md">
      {children}
    </Modal>
  );
}

export function PricingFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.shell.pricing} size="xl">
      {children}
    </Modal>
  );
}

export function CreditsFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.shell.buyCredits} size="xl">
      {children}
    </Modal>
  );
}

export function LedgerFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.shell.ledger} size="lg">
      {children}
    </Modal>
  );
}

export function StaffFrame({ children }: Framed) {
  const app = useApp();
  const { t } = useTexts();
  const close = (): void => {
    app.state.shell.modal = null;
  };
  return (
    <Modal isOpen onClose={close} title={t.account.staff} size="lg">
      {children}
    </Modal>
  );
}

export function FeedbackFrame({ children }: Framed) {
  const app = useApp();
  const { t } = useTexts();
  const { modal } = useSnapshot(app.state.shell);
  const close = (): void => {
    app.state.shell.modal = null;
  };
  return (
    <Modal isOpen={modal?.kind === 'feedback'} onClose={close} title={t.keys.labels.feedback} size="md">
      {children}
    </Modal>
  );
}

export function LibraryFrame({ assetType, onClose, children }: Closable & { readonly assetType: AssetType }) {
  const { libraries } = useLateTexts();
  return (
    <Modal isOpen onClose={onClose} title={libraries.titles[assetType]} size="lg">
      {children}
    </Modal>
  );
}

export function EditFrame({ children }: Framed) {
  return <div className={styles.edit}>{children}</div>;
}

export function AssetsFrame({ children }: Framed) {
  return <main className={styles.assets}>{children}</main>;
}

export function ProjectsFrame({ onFile, children }: Framed & { readonly onFile: (file: null) => void }) {
  const app = useApp();
  const { t } = useTexts();
  const close = (): void => {
    onFile(null);
    app.state.shell.modal = null;
  };
  return (
    <Modal isOpen onClose={close} title={t.project.all} size="lg">
      {children}
    </Modal>
  );
}

export function ResultFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.carousel.untitled} size="full" isDismissable={false}>
      {children}
    </Modal>
  );
}

export function HistoryFrame({ name, onClose, children }: Closable & { readonly name: string }) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.history.title(name)} size="lg">
      {children}
    </Modal>
  );
}

export function SetFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.order.orderSet} size="md">
      {children}
    </Modal>
  );
}

export function ToolFrame({ children }: Framed) {
  return <div className={styles.tool}>{children}</div>;
}

/** Nothing to see yet, but for the way to ask again. */
export function BarFrame({ children }: Framed) {
  return <div className={styles.bar}>{children}</div>;
}

export function DownloadFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.exporting.download} size="md">
      {children}
    </Modal>
  );
}

export function ShortcutsFrame({ onClose, children }: Closable) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.keys.title} size="md">
      {children}
    </Modal>
  );
}
