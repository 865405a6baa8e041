import { Clock } from 'lucide-react';
import { useAccount } from '../../core/use-account.ts';
import { useConfig } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { waitsForMail } from '../../values/waits-for-mail.ts';
import { Band } from './Band.tsx';

/** Credits that a new account gets once somebody has confirmed it, while there are such. */
export function PendingCredits() {
  const { format } = useTexts();
  const { packs } = useLateTexts();
  const account = useAccount();
  const sendsMail = useConfig()?.sends_mail === true;
  const pending = account?.pending_credits ?? 0;
  if (account === null || pending === 0) return null;
  const say = waitsForMail(account, sendsMail) ? packs.pendingMail : packs.pendingOwner;
  return (
    <Band tone="info" icon={<Clock size={16} aria-hidden="true" />}>
      {say(format.number(pending))}
    </Band>
  );
}
