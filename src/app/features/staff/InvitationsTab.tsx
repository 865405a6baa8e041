import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { LinkOnce } from './LinkOnce.tsx';
import { invite, type MadeLink } from './make-link.ts';
import { Paged } from './Paged.tsx';
import { invitationsQuery, waitingQuery } from './queries.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import styles from './Staff.module.css';
import { useAct } from './use-act.ts';

const TONES = { open: 'ok', used: 'neutral', revoked: 'neutral', expired: 'neutral' } as const;

/** Who may register: invitations, and who waits for one. */
export function InvitationsTab() {
  const app = useApp();
  const { staff: texts } = useLateTexts();
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<MadeLink | null>(null);
  const [isBusy, act] = useAct();
  const make = async (whom: string | null): Promise<void> => {
    const link = await act(() => invite(app, whom));
    if (link === null) return;
    setMade(link);
    setEmail('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) void make(email.trim() === '' ? null : email.trim());
  };
  return (
    <>
      <form className={styles.card} onSubmit={submit} noValidate>
        <h3 className={styles.heading}>{texts.invite}</h3>
        <div className={styles.fields}>
          <TextField
            label={texts.inviteEmail}
            help={texts.inviteHelp}
            type="email"
            value={email}
            maxLength={254}
            isDisabled={isBusy}
            onChange={setEmail}
          />
          <Button type="submit" isLoading={isBusy}>
            {texts.makeInvitation}
          </Button>
        </div>
        {made !== null && <LinkOnce made={made} />}
      </form>
      <Waiting isBusy={isBusy} onInvite={(whom) => void make(whom)} />
      <Made />
    </>
  );
}

function Waiting({
  isBusy,
  onInvite,
}: {
  readonly isBusy: boolean;
  readonly onInvite: (email: string) => void;
}) {
  const app = useApp();
  const { staff: texts } = useLateTexts();
  const { format } = useTexts();
  const waiting = useInfiniteQuery(waitingQuery(app));
  return (
    <section className={styles.card}>
      <h3 className={styles.heading}>{texts.waiting}</h3>
      <Paged query={waiting} label={texts.waiting} empty={texts.nobodyWaits} keyOf={({ id }) => id}>
        {({ email, invited_at: invitedAt, created_at: createdAt }) => (
          <div className={styles.entry}>
            <span className={styles.words}>{email}</span>
            <span className={styles.quiet}>
              {invitedAt === null
                ? texts.waitsSince(format.date(createdAt))
                : texts.invitedOn(format.date(invitedAt))}
            </span>
            <Button
              size="sm"
              aria-label={invitedAt === null ? texts.inviteNamed(email) : texts.inviteAgainNamed(email)}
              isDisabled={isBusy}
              onPress={() => onInvite(email)}
            >
              {invitedAt === null ? texts.inviteOne : texts.inviteAgain}
            </Button>
          </div>
        )}
      </Paged>
    </section>
  );
}

function Made() {
  const app = useApp();
  const { staff: texts } = useLateTexts();
  const { format } = useTexts();
  const invitations = useInfiniteQuery(invitationsQuery(app));
  const [isBusy, act] = useAct();
  return (
    <section className={styles.card}>
      <h3 className={styles.heading}>{texts.invitations}</h3>
      <Paged query={invitations} label={texts.invitations} empty={texts.noInvitations} keyOf={({ id }) => id}>
        {({ id, email, state, invited_by: by, created_at: createdAt, expires_at: expiresAt }) => (
          <div className={styles.entry}>
            <span className={styles.words}>{email ?? texts.anybody}</span>
            <span className={styles.quiet}>
              {texts.invitedBy(by ?? '', format.date(createdAt))}
              {state === 'open' && `, ${texts.until(format.date(expiresAt))}`}
            </span>
            <Badge tone={TONES[state]}>{texts.invitationStates[state]}</Badge>
            {state === 'open' && (
              <Button
                size="sm"
                variant="danger"
                aria-label={texts.revokeNamed(email ?? texts.anybody)}
                isDisabled={isBusy}
                onPress={() => void act(() => revokeInvitation(app, id))}
              >
                {texts.revoke}
              </Button>
            )}
          </div>
        )}
      </Paged>
    </section>
  );
}
