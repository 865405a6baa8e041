import {
  CircleHelp,
  Info,
  LogOut,
  MessageSquare,
  Settings,
  ShieldCheck,
  Tags,
  UserRound,
} from 'lucide-react';
import { Button } from 'react-aria-components';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import type { Modal } from '../../state/state.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Avatar } from './Avatar.tsx';
import styles from './AvatarMenu.module.css';
import { fullName } from './full-name.ts';
import { signOut } from './sign-out.ts';

/**
 * Who is signed in, and what concerns only them (B1); before it, for staff, their own place. What the top bar has no room
 * for comes behind those.
 *
 * @param hasPricing Whether the way to the plans is here. @param hasFeedback The same of feedback.
 * @param isNarrow True puts the staff's place into the menu as well.
 */
export function AvatarMenu({
  hasPricing,
  hasFeedback,
  isNarrow,
}: {
  readonly hasPricing: boolean;
  readonly hasFeedback: boolean;
  readonly isNarrow: boolean;
}) {
  const app = useApp();
  const { t } = useTexts();
  const user = useAccount();
  const isStaff = user?.is_staff === true;
  const name = fullName(user, t.account.defaultName);
  const open =
    (kind: 'profile' | 'settings' | 'help' | 'about' | 'staff' | 'pricing' | 'feedback') => (): void => {
      app.state.shell.modal = { kind } satisfies Modal;
    };
  const leave = async (): Promise<void> => {
    const { waits } = await signOut(app);
    app.toasts.show('info', waits ? t.account.signedOutWaiting : t.account.signedOut, { area: 'page' });
  };
  return (
    <>
      {isStaff && !isNarrow && (
        <IconButton label={t.account.staff} icon={<ShieldCheck size={18} />} onPress={open('staff')} />
      )}
      <Menu
        label={t.account.menu}
        trigger={
          <Button className={styles.avatar ?? ''} aria-label={t.shell.avatar}>
            <Avatar name={name} picture={user?.avatar_url ?? null} />
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
            id: 'profile',
            label: t.account.profile,
            icon: <UserRound size={16} aria-hidden="true" />,
            onAction: open('profile'),
          },
          {
            id: 'settings',
            label: t.account.settings,
            icon: <Settings size={16} aria-hidden="true" />,
            onAction: open('settings'),
          },
          {
            id: 'help',
            label: t.account.help,
            icon: <CircleHelp size={16} aria-hidden="true" />,
            onAction: open('help'),
          },
          {
            id: 'about',
            label: t.account.about,
            icon: <Info size={16} aria-hidden="true" />,
            onAction: open('about'),
          },
          ...(isStaff && isNarrow
            ? [
                {
                  id: 'staff',
                  label: t.account.staff,
                  icon: <ShieldCheck size={16} aria-hidden="true" />,
                  onAction: open('staff'),
                },
              ]
            : []),
          ...(hasPricing
            ? [
                {
                  id: 'pricing',
                  label: t.shell.pricing,
                  icon: <Tags size={16} aria-hidden="true" />,
                  onAction: open('pricing'),
                },
              ]
            : []),
          ...(hasFeedback
            ? [
                {
                  id: 'feedback',
                  label: t.shell.feedback,
                  icon: <MessageSquare size={16} aria-hidden="true" />,
                  onAction: open('feedback'),
                },
              ]
            : []),
          {
            id: 'sign-out',
            label: t.account.signOut,
            icon: <LogOut size={16} aria-hidden="true" />,
            onAction: () => void leave(),
          },
        ]}
      />
    </>
  );
}
