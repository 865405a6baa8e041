import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react';
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DateRangePicker,
  DateSegment,
  type DateValue,
  Dialog,
  Group,
  Heading,
  Popover,
  RangeCalendar,
} from 'react-aria-components';
import styles from './DateRange.module.css';
import { IconButton } from './IconButton.tsx';

/** Whole days, both included. */
export interface Days {
  readonly start: DateValue;
  readonly end: DateValue;
}

/** From one day to another, typed or chosen in a calendar, as the page's language writes them. */
export function DateRange({
  label,
  openLabel,
  clearLabel,
  value,
  onChange,
}: {
  /** For screen readers. */
  readonly label: string;
  /** Name of the button with the calendar. */
  readonly openLabel: string;
  readonly clearLabel: string;
  readonly value: Days | null;
  readonly onChange: (days: Days | null) => void;
}) {
  return (
    <DateRangePicker
      aria-label={label}
      className={styles.range ?? ''}
      granularity="day"
      value={value}
      onChange={onChange}
    >
      <Group className={styles.frame ?? ''}>
        <DateInput slot="start" className={styles.input ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <span aria-hidden="true">–</span>
        <DateInput slot="end" className={styles.input ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        {value !== null && (
          // A button of the picker's own would open the calendar.
          <span className={styles.clear}>
            <IconButton
              slot={null}
              size="sm"
              label={clearLabel}
              icon={<X size={14} />}
              onPress={() => onChange(null)}
            />
          </span>
        )}
        <AriaButton className={styles.open ?? ''} aria-label={openLabel}>
          <CalendarDays size={16} aria-hidden="true" />
        </AriaButton>
      </Group>
      <Popover className={styles.popover ?? ''} offset={4}>
        <Dialog className={styles.dialog ?? ''}>
          <RangeCalendar>
            <header className={styles.header}>
              <AriaButton slot="previous" className={styles.step ?? ''}>
                <ChevronLeft size={16} aria-hidden="true" />
              </AriaButton>
              <Heading className={styles.month ?? ''} />
              <AriaButton slot="next" className={styles.step ?? ''}>
                <ChevronRight size={16} aria-hidden="true" />
              </AriaButton>
            </header>
            <CalendarGrid className={styles.grid ?? ''}>
              {(date) => <CalendarCell date={date} className={styles.day ?? ''} />}
            </CalendarGrid>
          </RangeCalendar>
        </Dialog>
      </Popover>
    </DateRangePicker>
  );
}
