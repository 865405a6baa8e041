import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { WebhookBody } from '../../../contract/http/keys/webhooks.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { shortenMiddle } from '../../values/shorten-middle.ts';
import styles from './Account.module.css';
import rows from './DeviceList.module.css';
import { tellOutcome } from './tell-outcome.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookLog } from './WebhookLog.tsx';
import { changeWebhook, removeWebhook, rollSecret, sendTest } from './webhooks.ts';

/** One webhook: how it does, and what can be done with it. @param onRolled Gets the new secret. */
export function WebhookRow({
  webhook,
  isOffline,
  onRolled,
}: {
  readonly webhook: WebhookBody;
  readonly isOffline: boolean;
  readonly onRolled: (secret: string) => void;
}) {
  const app = useApp();
  const { t, format } = useTexts();
  const { webhooks } = useLateTexts().programs;
  const { id, url: address, events, is_on: isOn, waiting, last_try: last } = webhook;
  const url = shortenMiddle(address);
  const [open, setOpen] = useState<'nothing' | 'log' | 'change' | 'removing'>('nothing');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const say = (text: string) => app.toasts.show('success', text, { area: 'page' });
  const isFailing =
    isOn && last !== null && (last.status === null || last.status < 200 || last.status >= 300);
  const facts = [
    webhooks.tells(events.map((event) => webhooks.events[event].short).join(', ')),
    last === null ? webhooks.never : webhooks.last(tellOutcome(webhooks, last), format.dateTime(last.at)),
    ...(waiting === 0 ? [] : [webhooks.waiting(format.number(waiting))]),
  ];
  if (open === 'change') {
    return (
      <li className={rows.device}>
        <WebhookForm
          initial={{ url: address, events }}
          label={webhooks.change}
          send={webhooks.save}
          onSend={async (wanted) => {
            await changeWebhook(app, id, wanted);
            setOpen('nothing');
            say(webhooks.didChange);
          }}
          onClose={() => setOpen('nothing')}
        />
      </li>
    );
  }
  return (
    <li className={rows.device}>
      <div className={rows.words}>
        <span className={rows.name}>
          {url}
          {!isOn && <Badge>{webhooks.off}</Badge>}
          {isFailing && <Badge tone="warn">{webhooks.failing}</Badge>}
        </span>
        {facts.map((fact) => (
          <span key={fact} className={rows.fact}>
            {fact}
          </span>
        ))}
        {error !== null && <FormError cause={error}>{describeError(app.texts(), error)}</FormError>}
      </div>
      <Switch
        label={webhooks.on(url)}
        isLabelHidden
        isSelected={isOn}
        isDisabled={isOffline || isBusy}
        onChange={(isSelected) => void act(() => changeWebhook(app, id, { is_on: isSelected }))}
      />
      <div className={styles.webhookButtons}>
        <Button
          aria-expanded={open === 'log'}
          aria-label={webhooks.logOf(url)}
          isDisabled={isOffline}
          onPress={() => setOpen(open === 'log' ? 'nothing' : 'log')}
        >
          {webhooks.log}
        </Button>
        <Button
          aria-label={webhooks.testOf(url)}
          isDisabled={isOffline || !isOn}
          isLoading={isBusy}
          onPress={() =>
            void act(async () => {
              await sendTest(app, id);
              setOpen('log');
            })
          }
        >
          {webhooks.test}
        </Button>
        <Menu
          label={webhooks.more(url)}
          trigger={
            <IconButton label={webhooks.more(url)} icon={<MoreHorizontal />} isDisabled={isOffline} isSolid />
          }
          entries={[
            { id: 'change', label: webhooks.change, onAction: () => setOpen('change') },
            {
              id: 'roll',
              label: webhooks.roll,
              onAction: () => void act(async () => onRolled(await rollSecret(app, id))),
            },
            {
              id: 'remove',
              label: webhooks.remove,
              isDestructive: true,
              onAction: () => setOpen('removing'),
            },
          ]}
        />
      </div>
      {open === 'log' && <WebhookLog id={id} url={url} isOn={isOn && !isOffline} />}
      <ConfirmDialog
        isOpen={open === 'removing'}
        title={webhooks.removeQuestion}
        message={webhooks.removeHelp(url)}
        confirmLabel={webhooks.remove}
        cancelLabel={t.ui.cancel}
        onConfirm={() => {
          setOpen('nothing');
          void act(async () => {
            await removeWebhook(app, id);
            say(webhooks.didRemove);
          });
        }}
        onCancel={() => setOpen('nothing')}
      />
    </li>
  );
}
