import { useState } from 'react';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { lazyPart, PlainFrame } from '../../ui/lazy-part.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
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
  return (
    <Modal isOpen onClose={onClose} title={settings.title} size="md">
      <Tabs
        label={settings.title}
        className={styles.tabs}
        panelClassName={styles.tabPanel}
        selected={tab}
        onSelect={setTab}
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
    </Modal>
  );
}
