import { CircleDot, Plus } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useConfig, useHasCredits } from '../../core/use-config.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './CreditsPill.module.css';

/** The balance as last known, and the way to more of it where credits are sold. */
export function CreditsPill() {
  const app = useApp();
  const { t, format } = useTexts();
  const credits = useAccount()?.credits;
  const isSold = (useConfig()?.payments ?? 'off') !== 'off';
  if (!useHasCredits()) return null;
  const amount = credits === undefined ? '…' : format.credits(credits);
  return (
    <Button
      className={styles.pill ?? ''}
      aria-label={isSold ? `${t.shell.credits(amount)}, ${t.shell.buyCredits}` : t.shell.credits(amount)}
      onPress={() => {
        app.state.shell.modal = { kind: 'credits' };
      }}
    >
      <CircleDot size={14} aria-hidden="true" />
      <span>{amount}</span>
      {isSold && <Plus size={14} aria-hidden="true" />}
    </Button>
  );
}
