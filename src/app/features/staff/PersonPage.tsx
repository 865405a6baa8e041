import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { StaffPersonBody } from '../../../contract/http/staff.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits, useLocalSignIn } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ActList } from './ActList.tsx';
import { approvePerson } from './approve-person.ts';
import { GrantForm } from './GrantForm.tsx';
import { LinkOnce } from './LinkOnce.tsx';
import { LostFactor } from './LostFactor.tsx';
import { type MadeLink, makeResetLink } from './make-link.ts';
import { Asked, Paged } from './Paged.tsx';
import { movementsQuery, personQuery } from './queries.ts';
import { Rights } from './Rights.tsx';
import styles from './Staff.module.css';
import { useAct } from './use-act.ts';

/** One account: how it stands, what can be done for it, and what was done. */
export function PersonPage({ id }: { readonly id: number }) {
  const app = useApp();
  const { staff: texts } = useLateTexts();
  const hasCredits = useHasCredits();
  const person = useQuery(personQuery(app, id));
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className={styles.back}
        icon={<ArrowLeft size={16} aria-hidden="true" />}
        autoFocus
        onPress={() => {
          app.state.staff.personId = null;
        }}
      >
        {texts.backToPeople}
      </Button>
      <Asked query={person}>
        {(data) => (
          <>
            <Facts person={data} />
            <Help person={data} />
            {hasCredits && <GrantForm userId={data.id} />}
            <Rights person={data} />
          </>
        )}
      </Asked>
      {hasCredits && <Movements id={id} />}
      <section className={styles.card}>
        <h3 className={styles.heading}>{texts.acts}</h3>
        <ActList userId={id} />
      </section>
    </>
  );
}

function Facts({ person }: { readonly person: StaffPersonBody }) {
  const { staff: texts } = useLateTexts();
  const { format } = useTexts();
  const hasCredits = useHasCredits();
  const { plan } = person;
  const named =
    plan === null ? texts.noPlan : texts.planOf(texts.plans[plan.name], texts.recurrences[plan.recurrence]);
  const rows: readonly (readonly [string, string])[] = [
    [texts.email, person.is_email_verified ? texts.verified(person.email) : person.email],
    ...(hasCredits
      ? ([
          [texts.balance, format.number(person.credits)],
          ...(person.debt > 0 ? [[texts.owed, format.number(person.debt)] as const] : []),
          [texts.plan, named],
        ] as const)
      : []),
    [texts.joinedLabel, format.dateTime(person.created_at)],
    [texts.seenLabel, person.seen_at === null ? texts.notSeen : format.dateTime(person.seen_at)],
  ];
  return (
    <section className={styles.card}>
      <h3 className={styles.heading}>{person.name}</h3>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What a person cannot do alone. */
function Help({ person }: { readonly person: StaffPersonBody }) {
  const app = useApp();
  const own = useAccount()?.id ?? null;
  // Nobody gets the owner's but the owner.
  const canReset = useLocalSignIn() && (!person.is_owner || person.id === own);
  const { staff: texts } = useLateTexts();
  const { format } = useTexts();
  const [isBusy, act] = useAct();
  const [made, setMade] = useState<MadeLink | null>(null);
  return (
    <section className={styles.card}>
      {person.pending_credits > 0 && (
        <div className={styles.line}>
          <p>{texts.pending(format.number(person.pending_credits))}</p>
          <Button isLoading={isBusy} onPress={() => void act(() => approvePerson(app, person.id))}>
            {texts.approve}
          </Button>
        </div>
      )}
      {canReset && (
        <div className={styles.line}>
          <p>{texts.resetHint}</p>
          <Button
            isLoading={isBusy}
            onPress={() => void act(() => makeResetLink(app, person.id)).then(setMade)}
          >
            {texts.reset}
          </Button>
        </div>
      )}
      {made !== null && <LinkOnce made={made} />}
      <LostFactor person={person} />
    </section>
  );
}

function Movements({ id }: { readonly id: number }) {
  const app = useApp();
  const { staff: texts } = useLateTexts();
  const { format } = useTexts();
  const movements = useInfiniteQuery(movementsQuery(app, id));
  return (
    <section className={styles.card}>
      <h3 className={styles.heading}>{texts.movements}</h3>
      <Paged query={movements} label={texts.movements} empty={texts.noMovements} keyOf={(entry) => entry.id}>
        {(entry) => (
          <div className={styles.entry}>
            <span className={styles.quiet}>{format.dateTime(entry.created_at)}</span>
            <span className={styles.words}>
              {texts.kinds[entry.kind]}
              {entry.render_id !== null && ` ${texts.render(String(entry.render_id))}`}
              {entry.note !== null && <q className={styles.quiet}>{entry.note}</q>}
            </span>
            <span className={styles.amount}>{format.number(entry.amount)}</span>
            <span className={styles.amount}>{format.number(entry.balance_after)}</span>
          </div>
        )}
      </Paged>
    </section>
  );
}
