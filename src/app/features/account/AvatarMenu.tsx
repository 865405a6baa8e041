import { Info, Languages, LogOut, Server } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import type { UserBody } from '../../../contract/http/accounts.ts';
import { LANGUAGE_KEY, type Language } from '../../texts/choose-language.ts';
import { loadTexts } from '../../texts/load-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Menu } from '../../ui/Menu.tsx';
import { useAccount } from '../../use-account.ts';
import { useApp } from '../../use-app.ts';
import styles from './AvatarMenu.module.css';
import { signOut } from './sign-in.ts';

/** Who is signed in, and what concerns only them. */
export function AvatarMenu() {
  const app = useApp();
  const { t } = useTexts();
  const user = useAccount();
  const { language } = useSnapshot(app.state.shell);
  const name = fullName(user) || t.account.defaultName;
  const choose = async (next: Language): Promise<void> => {
    try {
      await loadTexts(next);
    } catch {
      app.toasts.show('error', t.ui.partFailed, { area: 'page' });
      return;
    }
    app.outside.localStorage.setItem(LANGUAGE_KEY, next);
    app.state.shell.language = next;
  };
  const leave = async (): Promise<void> => {
    await signOut(app);
    app.toasts.show('info', t.account.signedOutToast, { area: 'page' });
  };
  return (
    <Menu
      label={t.account.menu}
      trigger={
        <Button className={styles.avatar ?? ''} aria-label={t.shell.avatar}>
          {initials(name)}
        </Button>
      }
      header={
        <span className={styles.who}>
          <span className={styles.name}>{name}</span>
          <span className={styles.email}>{user?.email ?? ''}</span>
        </span>
      }
      entries={[
        {
          id: 'en',
          label: t.account.english,
          lang: 'en',
          icon: <Languages size={16} aria-hidden="true" />,
          isChosen: language === 'en',
          onAction: () => void choose('en'),
        },
        {
          id: 'es',
          label: t.account.spanish,
          lang: 'es',
          icon: <Languages size={16} aria-hidden="true" />,
          isChosen: language === 'es',
          onAction: () => void choose('es'),
        },
        ...(user?.is_staff === true
          ? [
              {
                id: 'engines',
                label: t.account.engines,
                icon: <Server size={16} aria-hidden="true" />,
                onAction: () => {
                  app.state.shell.modal = { kind: 'engines' as const };
                },
              },
            ]
          : []),
        {
          id: 'about',
          label: t.account.about,
          icon: <Info size={16} aria-hidden="true" />,
          onAction: () => {
            app.state.shell.modal = { kind: 'about' };
          },
        },
        {
          id: 'sign-out',
          label: t.account.signOut,
          icon: <LogOut size={16} aria-hidden="true" />,
          onAction: () => void leave(),
        },
      ]}
    />
  );
}

/** Full name, else the user name (A10). */
function fullName(user: UserBody | null): string {
  if (user === null) return '';
  return `${user.first_name} ${user.last_name}`.trim() || user.username;
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
