import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { RETURN_DAYS } from '../../../contract/constants.ts';
import { titleOfFamily } from '../../../contract/family-titles.ts';
import type { ReturnRate, StaffReturnsBody } from '../../../contract/returns.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Asked } from './Paged.tsx';
import { returnsQuery } from './queries.ts';
import styles from './Returns.module.css';
import staff from './Staff.module.css';

/** How many AI pictures were bad, by the family of models that made them, and why people sent some back. */
export function ReturnsTab() {
  const app = useApp();
  const { returns } = useLateTexts();
  const query = useQuery(returnsQuery(app));
  return (
    <Asked query={query}>
      {({ rates, latest }) =>
        rates.length === 0 && latest.length === 0 ? (
          <EmptyState icon={<Undo2 size={28} />} title={returns.staff.none} />
        ) : (
          <>
            <Rates rates={rates} />
            <h3 className={staff.heading}>{returns.staff.latest}</h3>
            {latest.length === 0 ? (
              <p className={staff.quiet}>{returns.staff.noLatest}</p>
            ) : (
              <ul className={staff.rows} aria-label={returns.staff.latest}>
                {latest.map((one) => (
                  <li key={`${one.render_id} ${one.batch_index}`} className={staff.item}>
                    <Latest one={one} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )
      }
    </Asked>
  );
}

function Rates({ rates }: { readonly rates: readonly ReturnRate[] }) {
  const { format } = useTexts();
  const { returns } = useLateTexts();
  const { staff: texts } = returns;
  const sum = (of: (rate: ReturnRate) => number) => rates.reduce((total, rate) => total + of(rate), 0);
  const all: ReturnRate = {
    family: null,
    pictures: sum(({ pictures }) => pictures),
    failed_checks: sum(({ failed_checks }) => failed_checks),
    sent_back: sum(({ sent_back }) => sent_back),
  };
  const ofHundred = (count: number, pictures: number) =>
    format.number(Math.round((1_000 * count) / Math.max(1, pictures)) / 10);
  const row = (name: string, { pictures, failed_checks, sent_back }: ReturnRate) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td>{format.number(pictures)}</td>
      <td>{ofHundred(failed_checks, pictures)}</td>
      <td>{ofHundred(sent_back, pictures)}</td>
    </tr>
  );
  return (
    <table className={styles.rates}>
      <caption className={staff.quiet}>{texts.about(RETURN_DAYS)}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.family}</th>
          <th scope="col">{texts.pictures}</th>
          <th scope="col">{texts.failed}</th>
          <th scope="col">{texts.sentBack}</th>
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => row(rate.family === null ? texts.unknown : titleOfFamily(rate.family), rate))}
        {rates.length > 1 && row(texts.all, all)}
      </tbody>
    </table>
  );
}

function Latest({ one }: { readonly one: StaffReturnsBody['latest'][number] }) {
  const app = useApp();
  const { format } = useTexts();
  const { returns, staff: texts } = useLateTexts();
  const { person, family, words, refunded, price } = one;
  const facts = [
    format.dateTime(one.created_at),
    returns.staff.entry(one.render_id, one.batch_index + 1),
    family === null ? returns.staff.unknown : titleOfFamily(family),
    refunded > 0 || price === 0 ? returns.staff.refunded(refunded) : returns.staff.open(price),
  ];
  return (
    <div className={staff.entry}>
      <span className={styles.words}>
        <span className={styles.reason}>
          {one.reason === 'failed-check' ? returns.staff.failedOften : returns.reasons[one.reason]}
        </span>
        {words !== '' && <q className={styles.quote}>{words}</q>}
        <span className={staff.quiet}>{facts.join(' · ')}</span>
      </span>
      <Button
        size="sm"
        aria-label={texts.toPersonNamed(person.name, person.email)}
        onPress={() => {
          app.state.staff.personId = person.id;
          app.state.staff.tab = 'people';
        }}
      >
        {texts.toPerson}
      </Button>
    </div>
  );
}
