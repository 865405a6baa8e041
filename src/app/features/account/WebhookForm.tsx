import { useState } from 'react';
import { type NewWebhookBody, WebhookEvent } from '../../../contract/http/keys/webhooks.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Account.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { useForm } from './use-form.ts';

const URL_MAX_LENGTH = 2_000;

/** Where a webhook leads, and what it is told of. */
export function WebhookForm({
  initial,
  label,
  send,
  onSend,
  onClose,
}: {
  /** Without it a new one is made, which is told of everything. */
  readonly initial?: NewWebhookBody;
  readonly label: string;
  /** Says what the form does. */
  readonly send: string;
  readonly onSend: (wanted: NewWebhookBody) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { webhooks } = useLateTexts().programs;
  const [events, setEvents] = useState<readonly WebhookEvent[]>(initial?.events ?? WebhookEvent.options);
  const form = useForm({
    initial: { url: initial?.url ?? '' },
    check: ({ url }) => ({
      ...(url.trim() === '' ? { url: webhooks.urlMissing } : {}),
      ...(events.length === 0 ? { form: webhooks.eventMissing } : {}),
    }),
    send: ({ url }) => onSend({ url: url.trim(), events: [...events] }),
    places: { 'webhook-address': 'url' },
  });
  const toggle = (event: WebhookEvent, isOn: boolean): void =>
    setEvents(WebhookEvent.options.filter((one) => (one === event ? isOn : events.includes(one))));
  return (
    <SettingsForm form={form} label={label} send={send} onCancel={onClose}>
      <TextField
        label={webhooks.url}
        type="url"
        maxLength={URL_MAX_LENGTH}
        placeholder={webhooks.urlHelp}
        autoFocus
        {...form.field('url')}
      />
      <fieldset className={styles.choices}>
        <legend className={styles.label}>{webhooks.tellOf}</legend>
        {WebhookEvent.options.map((event) => (
          <Switch
            key={event}
            label={webhooks.events[event].long}
            isSelected={events.includes(event)}
            onChange={(isOn) => toggle(event, isOn)}
          />
        ))}
      </fieldset>
    </SettingsForm>
  );
}
