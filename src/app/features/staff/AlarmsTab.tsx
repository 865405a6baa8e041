import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { StaffAlarmBody } from '../../../contract/http/staff.ts';
import { useApp } from '../../core/use-app.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Asked } from './Paged.tsx';
import { alarmsQuery } from './queries.ts';
import styles from './Staff.module.css';

/** Enough of a hash to find the file by. */
const HASH_SHOWN = 12;

/** What somebody has to look after. */
export function AlarmsTab() {
  const app = useApp();
  const { staff: texts } = useLateTexts();
  const alarms = useQuery(alarmsQuery(app));
  return (
    <Asked query={alarms}>
      {({ results }) =>
        results.length === 0 ? (
          <EmptyState icon={<CircleCheck size={28} />} title={texts.noAlarms} />
        ) : (
          <ul className={styles.rows} aria-label={texts.tabs.alarms}>
            {results.map((alarm) => (
              <li key={alarm.key} className={styles.item}>
                <Alarm alarm={alarm} />
              </li>
            ))}
          </ul>
        )
      }
    </Asked>
  );
}

function Alarm({ alarm }: { readonly alarm: StaffAlarmBody }) {
  const app = useApp();
  const { staff: texts } = useLateTexts();
  const { format } = useTexts();
  if (alarm.kind === 'disk-low' || alarm.kind === 'disk-read-only') {
    return (
      <div className={styles.entry}>
        <span className={styles.words}>
          {alarm.kind === 'disk-low' ? texts.diskLow(format.bytes(alarm.free_bytes)) : texts.diskReadOnly}
        </span>
      </div>
    );
  }
  if (alarm.kind === 'backup-failed' || alarm.kind === 'backup-overdue') {
    return (
      <div className={styles.entry}>
        {alarm.kind === 'backup-failed' && <span className={styles.quiet}>{format.dateTime(alarm.at)}</span>}
        <span className={styles.words}>
          {alarm.kind === 'backup-failed'
            ? `${texts.backups.failed} ${texts.backups.reasons[alarm.failure.reason](alarm.failure.words)}`
            : texts.backups.overdue(alarm.every_hours, alarm.last_at && format.dateTime(alarm.last_at))}
        </span>
        <Button
          size="sm"
          onPress={() => {
            app.state.staff.tab = 'backups';
          }}
        >
          {texts.backups.toBackups}
        </Button>
      </div>
    );
  }
  const { user } = alarm;
  return (
    <div className={styles.entry}>
      <span className={styles.quiet}>{format.dateTime(alarm.at)}</span>
      <span className={styles.words}>{describeAlarm(texts, alarm)}</span>
      {user !== null && (
        <Button
          size="sm"
          aria-label={texts.toPersonNamed(user.name, user.email)}
          onPress={() => {
            app.state.staff.personId = user.id;
            app.state.staff.tab = 'people';
          }}
        >
          {texts.toPerson}
        </Button>
      )}
    </div>
  );
}

function describeAlarm(
  texts: LateTexts['staff'],
  alarm: Exclude<
    StaffAlarmBody,
    { kind: 'disk-low' | 'disk-read-only' | 'backup-failed' | 'backup-overdue' }
  >,
): string {
  if (alarm.kind === 'file-damaged') {
    const what = alarm.name ?? `${alarm.hash.slice(0, HASH_SHOWN)}…`;
    const { user } = alarm;
    return texts.fileDamaged(alarm.is_model, what, alarm.damage, user && `${user.name}, ${user.email}`);
  }
  const { name, email } = alarm.user;
  if (alarm.kind === 'reset-request') return texts.resetRequest(name, email);
  const say = alarm.kind === 'plan-goes-on' ? texts.planGoesOn : texts.duplicate;
  return say(name, email, texts.plans[alarm.plan]);
}
