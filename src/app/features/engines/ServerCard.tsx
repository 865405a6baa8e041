import { useState } from 'react';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Led } from '../../ui/Led.tsx';
import styles from './Engines.module.css';
import { Families } from './Families.tsx';
import { isTesting, type ListedServer, toneOf } from './judge-server.ts';
import { MissingParts } from './MissingParts.tsx';
import { testServer } from './test-server.ts';

/**
 * One server: how it is, what it has and lacks, what went wrong on it last, and a test.
 *
 * @param isOld Nobody could say how it is now.
 */
export function ServerCard({ server, isOld }: { readonly server: ListedServer; readonly isOld: boolean }) {
  const { staffEngines: texts } = useLateTexts();
  const { level, state } = server;
  return (
    <article className={styles.card} aria-label={server.label}>
      <header className={styles.head}>
        <Led tone={isOld ? 'off' : toneOf(server)} />
        <h3 className={styles.label}>{server.label}</h3>
        <span className={styles.state}>{isOld ? texts.unknown : texts.states[state]}</span>
        {level !== null && (
          <Badge tone={level === 'full' ? 'ok' : 'warn'} className={styles.level}>
            {texts.levels[level]}
          </Badge>
        )}
        {!isOld && <TestButton server={server} />}
      </header>
      {state === 'refused' && <p className={styles.quiet}>{texts.refused}</p>}
      <TestResult server={server} />
      <Facts server={server} />
      <Parts server={server} />
      <Errors errors={server.errors} />
    </article>
  );
}

/** By kind of model; what SDXL lacks where a worker of an older version tells of no others. */
function Parts({ server: { families, missing, level } }: { readonly server: ListedServer }) {
  const { staffEngines: texts } = useLateTexts();
  if (families.length > 0) return <Families families={families} />;
  if (missing.length > 0) return <MissingParts parts={missing} />;
  return level === null ? null : <p className={styles.quiet}>{texts.nothingMissing}</p>;
}

function TestButton({ server }: { readonly server: ListedServer }) {
  const app = useApp();
  const { staffEngines: texts } = useLateTexts();
  const textsOfPage = useTexts();
  const [isAsking, setAsking] = useState(false);
  const test = async (): Promise<void> => {
    setAsking(true);
    try {
      await testServer(app, server.id);
    } catch (error) {
      app.toasts.show('error', texts.testNotAsked, {
        message: describeError(textsOfPage, error),
        cause: error,
      });
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button
      size="sm"
      className={styles.test}
      aria-label={texts.testNamed(server.label)}
      isLoading={isAsking || isTesting(server)}
      onPress={() => void test()}
    >
      {texts.test}
    </Button>
  );
}

function TestResult({ server }: { readonly server: ListedServer }) {
  const { staffEngines: texts } = useLateTexts();
  const { format } = useTexts();
  const { test } = server;
  const tell = (): string => {
    if (test === null) return '';
    if (isTesting(server)) return texts.testing;
    const at = format.dateTime(test.at);
    if (test.ok === true) return texts.tested(format.duration((test.duration_ms ?? 0) / 1_000), at);
    return texts.testFailed(test.error ?? texts.unknown, at);
  };
  return (
    <p className={styles.result} role="status" data-failed={test?.ok === false}>
      {tell()}
    </p>
  );
}

function Facts({ server }: { readonly server: ListedServer }) {
  const { staffEngines: texts } = useLateTexts();
  const { format } = useTexts();
  const { checkpoint, checkpoints, families } = server;
  const others = checkpoints.filter((name) => name !== checkpoint).length;
  const hasCheckpoint = checkpoint !== null || families.length === 0;
  const isKnown = server.version !== null;
  const nameOthers = (count: number) => (count > 0 ? [texts.others(count)] : []);
  const known: readonly Row[] = [
    [texts.version, [server.version ?? texts.unknown]],
    [
      texts.device,
      server.devices.map(
        ({ name, memory_free: free, memory_total: total }) =>
          `${name}, ${texts.memory(format.bytes(free), format.bytes(total))}`,
      ),
    ],
    ...(hasCheckpoint
      ? [[texts.checkpoint, checkpoint === null ? [] : [checkpoint, ...nameOthers(others)]] as const]
      : []),
    [texts.upscale, [server.can_upscale ? texts.yes : texts.no]],
    [texts.load, [texts.jobs(server.jobs.ours, server.jobs.foreign)]],
  ];
  const rows: readonly Row[] = [...(isKnown ? known : []), [texts.seen, [format.dateTime(server.seen_at)]]];
  return (
    <dl className={styles.facts}>
      {rows.map(([name, values]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          {(values.length > 0 ? values : [texts.unknown]).map((value) => (
            <dd key={value}>{value}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

type Row = readonly [name: string, values: readonly string[]];

function Errors({ errors }: Pick<ListedServer, 'errors'>) {
  const { staffEngines: texts } = useLateTexts();
  const { format } = useTexts();
  if (errors.length === 0) return null;
  return (
    <section>
      <h4 className={styles.subheading}>{texts.errors}</h4>
      <ul className={styles.list}>
        {errors.map(({ at, code, detail }) => (
          <li key={`${at} ${code} ${detail}`} className={styles.entry}>
            <span className={styles.entryHead}>
              <span className={styles.quiet}>{format.dateTime(at)}</span>
              <code className={styles.code}>{code}</code>
            </span>
            <span className={styles.detail} lang="en">
              {detail}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
