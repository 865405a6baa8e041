import { useState } from 'react';
import type { StaffPersonBody } from '../../../contract/http/staff.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { takeFactorOff } from './change-rights.ts';
import styles from './Staff.module.css';
import { useAct } from './use-act.ts';

/** The way back for somebody without phone and codes; not for the owner, nor for oneself. */
export function LostFactor({ person }: { readonly person: StaffPersonBody }) {
  const app = useApp();
  const { staff: texts } = useLateTexts();
  const own = useAccount()?.id ?? null;
  const [isBusy, act] = useAct();
  const [isAsking, setAsking] = useState(false);
  const { id, name } = person;
  if (!person.has_factor || person.is_owner || id === own) return null;
  const confirm = async (): Promise<void> => {
    setAsking(false);
    const isDone = await act(() => takeFactorOff(app, id).then(() => true));
    if (isDone === true) app.toasts.show('success', texts.factorIsOff(name), { area: 'page' });
  };
  return (
    <div className={styles.line}>
      <p>{texts.factorHint}</p>
      <Button isLoading={isBusy} onPress={() => setAsking(true)}>
        {texts.takeFactorOff}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={texts.takeFactorOffTitle(name)}
          message={texts.takeFactorOffMessage}
          confirmLabel={texts.takeFactorOff}
          isDestructive
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
