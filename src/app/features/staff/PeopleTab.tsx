import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Button } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import type { StaffPersonBody } from '../../../contract/http/staff.ts';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Paged } from './Paged.tsx';
import { PersonPage } from './PersonPage.tsx';
import { peopleQuery } from './queries.ts';
import styles from './Staff.module.css';

/** Every account, and what can be done for one. */
export function PeopleTab() {
  const app = useApp();
  const { personId } = useSnapshot(app.state.staff);
  const [query, setQuery] = useState('');
  const { staff: texts } = useLateTexts();
  const people = useInfiniteQuery({
    ...peopleQuery(app, useDeferredValue(query.trim())),
    placeholderData: (before) => before,
  });
  if (personId !== null) return <PersonPage id={personId} />;
  return (
    <>
      <TextField
        label={texts.search}
        isLabelHidden
        placeholder={texts.search}
        icon={<Search size={16} aria-hidden="true" />}
        value={query}
        maxLength={254}
        onChange={setQuery}
      />
      <Paged query={people} label={texts.tabs.people} empty={texts.nobody} keyOf={({ id }) => id}>
        {(person) => (
          <PersonRow
            person={person}
            onOpen={() => {
              app.state.staff.personId = person.id;
            }}
          />
        )}
      </Paged>
    </>
  );
}

function PersonRow({ person, onOpen }: { readonly person: StaffPersonBody; readonly onOpen: () => void }) {
  const hasCredits = useHasCredits();
  const { staff: texts } = useLateTexts();
  const { format } = useTexts();
  return (
    <Button
      className={styles.person ?? ''}
      onPress={onOpen}
      aria-label={texts.openPerson(person.name, person.email)}
    >
      <span className={styles.who}>
        <span className={styles.name}>
          <span className={styles.cut}>{person.name}</span>
          {person.is_staff && <Badge tone="info">{texts.isStaff}</Badge>}
          {person.is_closed && <Badge tone="danger">{texts.isClosed}</Badge>}
          {person.pending_credits > 0 && <Badge tone="warn">{texts.isPending}</Badge>}
          {hasCredits && person.debt > 0 && (
            <Badge tone="warn">{texts.owes(format.credits(person.debt))}</Badge>
          )}
        </span>
        <span className={styles.quiet}>{person.email}</span>
      </span>
      {hasCredits && (
        <span className={styles.figures}>
          <span>{texts.credits(format.credits(person.credits))}</span>
          <span className={styles.quiet}>
            {person.plan === null ? texts.noPlan : texts.plans[person.plan.name]}
          </span>
        </span>
      )}
      <span className={styles.dates}>
        <span className={styles.quiet}>{texts.joined(format.date(person.created_at))}</span>
        <span className={styles.quiet}>
          {person.seen_at === null ? texts.notSeen : texts.seen(format.date(person.seen_at))}
        </span>
      </span>
      <ChevronRight size={16} aria-hidden="true" />
    </Button>
  );
}
