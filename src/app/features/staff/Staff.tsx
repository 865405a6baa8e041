import { type ReactNode, useState } from 'react';
import { useLocalSignIn } from '../../core/use-config.ts';
import type { StaffTab } from '../../state/staff.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Modal } from '../../ui/Modal.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { HeldWindow } from '../../ui/use-held.ts';
import { ActList } from './ActList.tsx';
import { AlarmsTab } from './AlarmsTab.tsx';
import { AskPasswordHere } from './AskPassword.tsx';
import { BackupsTab } from './BackupsTab.tsx';
import { FeedbackTab } from './FeedbackTab.tsx';
import { InvitationsTab } from './InvitationsTab.tsx';
import { PeopleTab } from './PeopleTab.tsx';
import { ReturnsTab } from './ReturnsTab.tsx';
import styles from './Staff.module.css';
import { StaffGate } from './StaffGate.tsx';

/**
 * What staff look after: people and their credits, invitations, tickets, engines, backups, alarms; and what they did.
 *
 * @param engines The servers of the engines.
 */
export function Staff({
  tab,
  engines,
  onSelect,
  onClose,
}: {
  readonly tab: StaffTab;
  readonly engines: ReactNode;
  readonly onSelect: (tab: StaffTab) => void;
  readonly onClose: () => void;
}) {
  const { staff: texts } = useLateTexts();
  const hasLocalWays = useLocalSignIn();
  const [holds, setHolds] = useState(0);
  // In the order in which they stand there.
  const panels: Readonly<Record<StaffTab, ReactNode>> = {
    people: <PeopleTab />,
    invitations: <InvitationsTab />,
    feedback: <FeedbackTab />,
    engines,
    returns: <ReturnsTab />,
    backups: <BackupsTab />,
    alarms: <AlarmsTab />,
    acts: <ActList userId={null} />,
  };
  return (
    <Modal isOpen onClose={onClose} title={texts.title} size="lg" isDismissable={holds === 0}>
      <AskPasswordHere>
        <StaffGate>
          <HeldWindow value={setHolds}>
            <Tabs
              label={texts.title}
              className={styles.tabs}
              panelClassName={styles.panel}
              items={Object.entries(panels)
                // Nobody registers by one where the company lets people in.
                .filter(([id]) => hasLocalWays || id !== 'invitations')
                .map(([id, panel]) => ({ id, label: texts.tabs[id as StaffTab], panel }))}
              selected={tab}
              onSelect={(id) => onSelect(id as StaffTab)}
            />
          </HeldWindow>
        </StaffGate>
      </AskPasswordHere>
    </Modal>
  );
}
