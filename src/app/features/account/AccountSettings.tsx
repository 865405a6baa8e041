import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { factorQuery } from '../../core/factor-query.ts';
import { useApp } from '../../core/use-app.ts';
import { useLocalSignIn } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Account.module.css';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportData } from './ExportData.tsx';
import { sessionsQuery } from './end-session.ts';
import { Passkeys } from './Passkeys.tsx';
import { PasswordSettings } from './PasswordSettings.tsx';
import { passkeysQuery } from './passkeys.ts';
import { SecondFactor } from './SecondFactor.tsx';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';

/**
 * How a person signs in, where it is not the company's alone, what is known of them, and the end of it. It comes when all that it lists has been told, or could
 * not be: what came later would push a button from under the finger.
 *
 * @param isFactorAsked The person came for the second factor.
 */
export function AccountSettings({ isFactorAsked }: { readonly isFactorAsked: boolean }) {
  const app = useApp();
  const { t } = useTexts();
  const { settings } = useLateTexts();
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const hasLocalWays = useLocalSignIn();
  const enabled = !isOffline;
  const factor = useQuery({ ...factorQuery(app), enabled });
  const passkeys = useQuery({ ...passkeysQuery(app), enabled });
  const sessions = useQuery({ ...sessionsQuery(app), enabled });
  if ([factor, passkeys, sessions].some(({ isLoading }) => isLoading)) {
    return (
      <div className={styles.waiting} role="status" aria-label={t.ui.loading}>
        <Skeleton />
      </div>
    );
  }
  return (
    <div className={styles.blocks}>
      {isOffline && (
        <p className={styles.offline} role="status">
          {settings.offline}
        </p>
      )}
      {hasLocalWays && <PasswordSettings />}
      <SecondFactor isAsked={isFactorAsked} />
      {hasLocalWays && <Passkeys />}
      <ExportData />
      <SignOutEverywhere />
      <DeleteAccount />
    </div>
  );
}
