import { Button } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { useMedia } from '../browser/use-media.ts';
import { useApp } from '../core/use-app.ts';
import { useConfig } from '../core/use-config.ts';
import { AvatarMenu } from '../features/account/AvatarMenu.tsx';
import { CreditsPill } from '../features/billing/CreditsPill.tsx';
import { ConnectionPill } from '../features/connection/ConnectionPill.tsx';
import { BundleButton } from '../features/downloads/BundleButton.tsx';
import { ExportButton } from '../features/export/ExportButton.tsx';
import { FeedbackButton } from '../features/feedback/FeedbackButton.tsx';
import { Bell } from '../features/notices/Bell.tsx';
import { ProjectBar } from '../features/projects/ProjectBar.tsx';
import { ProjectsButton } from '../features/projects/ProjectsButton.tsx';
import { useLateTexts } from '../texts/use-late-texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Logo } from '../ui/Logo.tsx';
import styles from './TopBar.module.css';

/** There the name of the project needs the room, and the avatar's menu has the rest. */
const NARROW = '(width < 1000px)';

const PLACES = ['create', 'edit', 'assets'] as const;

/** Name and state of the project at the left; the main tools; connection, credits and account at the right. */
export function TopBar({ onSave }: { readonly onSave: () => void }) {
  const app = useApp();
  const { t } = useTexts();
  const { assets } = useLateTexts();
  const { place } = useSnapshot(app.state.shell);
  const names = { create: assets.create, edit: assets.edit, assets: assets.title };
  const hasPricing = (useConfig()?.payments ?? 'off') !== 'off';
  const isNarrow = useMedia(NARROW);
  return (
    <header className={styles.bar}>
      <div className={styles.left}>
        <h1 className={styles.mark}>
          <Logo />
          <span className="spoken">{t.shell.product}</span>
        </h1>
        <ProjectsButton />
        <ProjectBar onSave={onSave}>
          <ExportButton />
          <BundleButton />
        </ProjectBar>
      </div>
      <nav className={styles.places} aria-label={assets.nav} data-tour="places">
        {PLACES.map((one) => (
          <Button
            key={one}
            className={styles.placeButton ?? ''}
            {...(one === place ? { 'aria-current': 'page' } : {})}
            onPress={() => {
              app.state.shell.place = one;
            }}
          >
            {names[one]}
          </Button>
        ))}
      </nav>
      <div className={styles.right} data-tour="account">
        <ConnectionPill />
        {hasPricing && !isNarrow && (
          <Button
            className={styles.placeButton ?? ''}
            onPress={() => {
              app.state.shell.modal = { kind: 'pricing' };
            }}
          >
            {t.shell.pricing}
          </Button>
        )}
        <CreditsPill />
        {!isNarrow && <FeedbackButton />}
        <Bell />
        <AvatarMenu hasPricing={hasPricing && isNarrow} hasFeedback={isNarrow} isNarrow={isNarrow} />
      </div>
    </header>
  );
}
