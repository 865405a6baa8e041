import { CircleDot, Coins } from 'lucide-react';
import { useAccount, useRenderCost } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Arrival } from './Arrival.tsx';
import { OwedCredits } from './OwedCredits.tsx';
import { PackList } from './PackList.tsx';
import { PastDue } from './PastDue.tsx';
import { PendingCredits } from './PendingCredits.tsx';
import styles from './Pricing.module.css';
import { TestBand } from './TestBand.tsx';

/** The balance, and packs of credits where they are sold (S1 2.9). */
export function CreditsModal({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const { packs } = useLateTexts();
  const isStaff = useAccount()?.is_staff === true;
  const cost = useRenderCost();
  const payments = useConfig()?.payments ?? null;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={payments === 'off' ? packs.title : t.shell.buyCredits}
      size={payments === 'off' ? 'md' : 'xl'}
      tools={<Balance />}
    >
      <div className={styles.body}>
        <TestBand />
        <Arrival />
        <PendingCredits />
        <OwedCredits />
        {payments !== 'off' && <PastDue />}
        {payments === 'off' ? (
          <EmptyState
            icon={<Coins size={28} />}
            title={isStaff ? packs.ownTitle : packs.offTitle}
            message={isStaff ? packs.own(cost) : packs.off}
          />
        ) : (
          <PackList />
        )}
      </div>
      <Footer isSold={payments !== 'off'} />
    </Modal>
  );
}

/** What there is, and for how many pictures it is good. */
function Balance() {
  const { format } = useTexts();
  const { packs } = useLateTexts();
  const credits = useAccount()?.credits;
  const cost = useRenderCost();
  return (
    <Pill icon={<CircleDot size={14} aria-hidden="true" />}>
      {credits === undefined
        ? packs.balanceUnknown
        : packs.balance(format.number(credits), Math.floor(credits / Math.max(1, cost)))}
    </Pill>
  );
}

function Footer({ isSold }: { readonly isSold: boolean }) {
  const { shell } = useApp().state;
  const { packs } = useLateTexts();
  return (
    <footer className={styles.footer}>
      {isSold && <span>{packs.footer}</span>}
      <span className={styles.links}>
        <Button
          variant="quiet"
          size="sm"
          className={styles.link}
          onPress={() => {
            shell.modal = { kind: 'ledger' };
          }}
        >
          {packs.toLedger}
        </Button>
        {isSold && (
          <Button
            variant="quiet"
            size="sm"
            className={styles.link}
            onPress={() => {
              shell.modal = { kind: 'pricing' };
            }}
          >
            {packs.toPlans}
          </Button>
        )}
      </span>
    </footer>
  );
}
