import { useInfiniteQuery } from '@tanstack/react-query';
import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { Disclosure, DisclosurePanel, Heading, Button as PlainButton } from 'react-aria-components';
import { FEEDBACK } from '../../../contract/constants.ts';
import { FEEDBACK_TYPES, type TicketBody } from '../../../contract/http/feedback.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { changeTicket } from './change-ticket.ts';
import { Paged } from './Paged.tsx';
import { type TicketChoice, ticketsQuery } from './queries.ts';
import styles from './Staff.module.css';
import { useAct } from './use-act.ts';

const STATES = ['open', 'closed', 'all'] as const;

/** What people told us, the newest first. */
export function FeedbackTab() {
  const app = useApp();
  const { staff: texts, feedback } = useLateTexts();
  const [choice, setChoice] = useState<TicketChoice>({ type: 'all', state: 'open' });
  const tickets = useInfiniteQuery(ticketsQuery(app, choice));
  const types = [
    { id: 'all', label: texts.allTypes },
    ...FEEDBACK_TYPES.map((type) => ({ id: type, label: feedback.types[type] })),
  ];
  return (
    <>
      <div className={styles.filters}>
        <Select
          label={texts.type}
          isLabelHidden
          options={types}
          value={choice.type}
          onChange={(type) => setChoice({ ...choice, type: type as TicketChoice['type'] })}
        />
        <Segments
          label={texts.state}
          options={STATES.map((value) => ({ value, label: texts.ticketStates[value] }))}
          value={choice.state}
          onChange={(state) => setChoice({ ...choice, state })}
        />
      </div>
      <Paged query={tickets} label={texts.tabs.feedback} empty={texts.noTickets} keyOf={({ id }) => id}>
        {(ticket) => <Ticket ticket={ticket} />}
      </Paged>
    </>
  );
}

function Ticket({ ticket }: { readonly ticket: TicketBody }) {
  const app = useApp();
  const { staff: texts, feedback } = useLateTexts();
  const { format } = useTexts();
  const [isBusy, act] = useAct();
  const { context, screenshot } = ticket;
  const isClosed = ticket.closed_at !== null;
  return (
    <Disclosure className={styles.card ?? ''}>
      <Heading className={styles.ticketHead ?? ''} level={3}>
        <PlainButton slot="trigger" className={styles.ticketButton ?? ''}>
          <Badge tone={ticket.type === 'love' ? 'ok' : 'neutral'}>{feedback.types[ticket.type]}</Badge>
          <span className={styles.words}>{ticket.title}</span>
          {screenshot !== null && <ImageIcon size={14} role="img" aria-label={texts.hasScreenshot} />}
          {isClosed && <Badge>{texts.ticketStates.closed}</Badge>}
          <span className={styles.quiet}>{format.dateTime(ticket.created_at)}</span>
        </PlainButton>
      </Heading>
      <DisclosurePanel className={styles.ticket ?? ''}>
        <p className={styles.description}>{ticket.description}</p>
        {screenshot !== null && (
          <a href={screenshot} target="_blank" rel="noreferrer" className={styles.shot}>
            <img src={screenshot} alt={texts.screenshotOf(ticket.title)} loading="lazy" />
            <span>{texts.fullSize}</span>
          </a>
        )}
        <dl className={styles.facts}>
          <Fact name={feedback.ticket} value={ticket.id.slice(0, FEEDBACK.ticketLength)} />
          <Fact name={texts.from} value={`${ticket.from.name}, ${ticket.from.email}`} />
          <Fact name={texts.address} value={context.url + context.hash} />
          <Fact name={texts.window} value={format.size(context.viewport.width, context.viewport.height)} />
          <Fact name={texts.browser} value={context.userAgent} />
        </dl>
        <div className={styles.line}>
          <Button isLoading={isBusy} onPress={() => void act(() => changeTicket(app, ticket.id, !isClosed))}>
            {isClosed ? texts.openTicket : texts.closeTicket}
          </Button>
          <Button
            variant="quiet"
            onPress={() => {
              app.state.staff.personId = ticket.from.id;
              app.state.staff.tab = 'people';
            }}
          >
            {texts.toPerson}
          </Button>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
