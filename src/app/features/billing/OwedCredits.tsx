import { TriangleAlert } from 'lucide-react';
import { useAccount } from '../../core/use-account.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Band } from './Band.tsx';

/** Credits that the next ones to come pay first, while some are owed: said before anything is bought. */
export function OwedCredits() {
  const { packs } = useLateTexts();
  const debt = useAccount()?.debt ?? 0;
  if (debt === 0) return null;
  return (
    <Band tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
      {packs.owed(debt)}
    </Band>
  );
}
