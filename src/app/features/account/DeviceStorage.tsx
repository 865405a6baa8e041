import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { type Texts, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Details } from '../../ui/Details.tsx';
import type { Refusal } from '../../ui/FormError.tsx';
import styles from './Account.module.css';
import { Block } from './Block.tsx';
import { freeStorage } from './free-storage.ts';
import { measureStorage } from './measure-storage.ts';
import { PushSwitch } from './PushSwitch.tsx';

/** What this device tells and keeps, and the way to make room on it. */
export function DeviceStorage() {
  const app = useApp();
  const page = useTexts();
  const { format } = page;
  const { settings, unsent } = useLateTexts();
  const texts = settings.storage;
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const measured = useQuery({
    queryKey: ['device-storage'],
    queryFn: () => measureStorage(app),
    gcTime: 0,
    staleTime: 0,
  });
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Refusal | null>(null);
  const free = async (): Promise<void> => {
    setBusy(true);
    setOutcome(null);
    try {
      const bytes = await freeStorage(app);
      setOutcome({
        sentence: (inTexts) => {
          const { nothing, freed } = storageOf(inTexts);
          return bytes === 0 ? nothing : freed(inTexts.format.bytes(bytes));
        },
      });
    } catch (error) {
      setOutcome({
        sentence: (inTexts) => storageOf(inTexts).failed(describeError(inTexts, error)),
        cause: error,
      });
    } finally {
      setBusy(false);
      void measured.refetch();
    }
  };
  const { data } = measured;
  return (
    <div className={styles.blocks}>
      <PushSwitch />
      <Block title={unsent.settings.title} help={unsent.settings.help}>
        <div className={styles.start}>
          <Button
            onPress={() => {
              app.state.shell.modal = { kind: 'unsent' };
            }}
          >
            {unsent.settings.show}
          </Button>
        </div>
      </Block>
      <Block title={texts.title} help={texts.help}>
        {data === undefined ? (
          <div className={styles.hint} role="status">
            {measured.isError ? describeError(page, measured.error) : texts.measuring}
            <Details of={measured.error} />
          </div>
        ) : (
          <>
            <dl className={styles.facts}>
              <Fact name={texts.models} value={format.bytes(data.modelBytes)} />
              <Fact name={texts.pictures} value={format.bytes(data.pictureBytes)} />
              {data.restBytes !== null && <Fact name={texts.rest} value={format.bytes(data.restBytes)} />}
            </dl>
            {data.quotaBytes !== null && (
              <p className={styles.hint}>
                {texts.total(format.bytes(data.modelBytes + data.pictureBytes + (data.restBytes ?? 0)))}.{' '}
                {texts.room(format.bytes(data.quotaBytes))}
              </p>
            )}
            {!data.isKept && <p className={styles.error}>{texts.memoryOnly}</p>}
          </>
        )}
        <div className={styles.start} hidden={measured.isPending}>
          <Button
            isDisabled={isOffline}
            isLoading={isBusy}
            loadingLabel={texts.freeing}
            onPress={() => void free()}
          >
            {texts.free}
          </Button>
        </div>
        <div className={styles.hint} role="status">
          {outcome?.sentence(page) ?? (isOffline ? settings.offline : '')}
          <Details of={outcome?.cause} />
        </div>
      </Block>
    </div>
  );
}

function storageOf({ language }: Texts) {
  return lateTextsOf(language).settings.storage;
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
