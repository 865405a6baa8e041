import { useState } from 'react';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { lazyPart, PlainFrame } from '../../ui/lazy-part.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { HeldWindow } from '../../ui/use-held.ts';
import styles from './Account.module.css';
import { DeviceStorage } from './DeviceStorage.tsx';
import { PageSettings } from './PageSettings.tsx';

const AccountSettings = lazyPart(
  async () => (await import('./AccountSettings.tsx')).AccountSettings,
  PlainFrame,
);
const ProgramSettings = lazyPart(
  async () => (await import('./ProgramSettings.tsx')).ProgramSettings,
  PlainFrame,
);

/**
 * What a person sets for themselves: how the page is, what this device keeps, their account, and programs that work for them.
 * While a secret stands there that is shown only now, leaving it asks first.
 *
 * @param section What they came for; without it they look around.
 */
export function Settings({
  section,
  onClose,
}: {
  readonly section?: 'second-factor' | 'device' | undefined;
  readonly onClose: () => void;
}) {
  const { settings } = useLateTexts();
  const [tab, setTab] = useState(
    section === undefined ? 'page' : section === 'device' ? 'device' : 'account',
  );
  const [holds, setHolds] = useState(0);
  /** Where the person was going: another tab, or out of the window. */
  const [asked, setAsked] = useState<{ readonly tab: string | null } | null>(null);
  const go = (to: string | null): void => {
    setAsked(null);
    if (to === null) onClose();
    else setTab(to);
  };
  const leave = (to: string | null): void => {
    if (holds === 0) go(to);
    else if (to !== tab) setAsked({ tab: to });
  };
  return (
    <Modal isOpen onClose={() => leave(null)} title={settings.title} size="md" isDismissable={holds === 0}>
      <HeldWindow value={setHolds}>
        <Tabs
          label={settings.title}
          className={styles.tabs}
          panelClassName={styles.tabPanel}
          selected={tab}
          onSelect={leave}
          items={[
            { id: 'page', label: settings.tabs.page, panel: <PageSettings /> },
            {
              id: 'device',
              label: settings.tabs.device,
              panel: <DeviceStorage />,
            },
            {
              id: 'account',
              label: settings.tabs.account,
              panel: <AccountSettings isFactorAsked={section === 'second-factor'} />,
            },
            { id: 'programs', label: settings.tabs.programs, panel: <ProgramSettings /> },
          ]}
        />
      </HeldWindow>
      <ConfirmDialog
        isOpen={asked !== null}
        title={settings.secret.title}
        message={settings.secret.message}
        confirmLabel={settings.secret.leave}
        onConfirm={() => asked !== null && go(asked.tab)}
        onCancel={() => setAsked(null)}
      />
    </Modal>
  );
}
