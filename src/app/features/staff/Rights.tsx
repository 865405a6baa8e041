import { useState } from 'react';
import type { StaffPersonBody } from '../../../contract/http/staff.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useLocalSignIn } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { changeClosed, changeStaff } from './change-rights.ts';
import styles from './Staff.module.css';
import { useAct } from './use-act.ts';

/** Whether a person is staff, and whether they may sign in; each change is asked about first. */
export function Rights({ person }: { readonly person: StaffPersonBody }) {
  const app = useApp();
  const { staff: texts } = useLateTexts();
  const own = useAccount()?.id ?? null;
  // Where the company says who comes in, nobody is invited.
  const hasLocalWays = useLocalSignIn();
  const [isBusy, act] = useAct();
  const [asked, setAsked] = useState<'staff' | 'closed' | null>(null);
  const { id, name, is_staff: isStaff, is_closed: isClosed } = person;
  const staffTexts = isStaff
    ? { action: texts.unmakeStaff, title: texts.unmakeStaffTitle, message: texts.unmakeStaffMessage }
    : { action: texts.makeStaff, title: texts.makeStaffTitle, message: texts.makeStaffMessage };
  const closedTexts = isClosed
    ? { action: texts.openAgain, title: texts.openTitle, message: texts.openMessage }
    : { action: texts.close, title: texts.closeTitle, message: texts.closeMessage };
  const shown = asked === 'closed' ? closedTexts : staffTexts;
  const confirm = (): void => {
    setAsked(null);
    void act(() => (asked === 'closed' ? changeClosed(app, id, !isClosed) : changeStaff(app, id, !isStaff)));
  };
  return (
    <section className={styles.card}>
      <h3 className={styles.heading}>{texts.rights}</h3>
      {person.is_owner && <p className={styles.quiet}>{texts.ownerRights}</p>}
      {!person.is_owner && (
        <div className={styles.line}>
          <p>{hasLocalWays ? texts.staffHint : texts.staffHintCompany}</p>
          <Button isLoading={isBusy} onPress={() => setAsked('staff')}>
            {staffTexts.action}
          </Button>
        </div>
      )}
      {!person.is_owner && id !== own && (
        <div className={styles.line}>
          <p>{texts.closeHint}</p>
          <Button isLoading={isBusy} onPress={() => setAsked('closed')}>
            {closedTexts.action}
          </Button>
        </div>
      )}
      {asked !== null && (
        <ConfirmDialog
          isOpen
          title={shown.title(name)}
          message={shown.message}
          confirmLabel={shown.action}
          isDestructive={asked === 'closed' ? !isClosed : isStaff}
          onConfirm={confirm}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  );
}
