import { CopyButton } from '../../core/CopyButton.tsx';
import { useConfig } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import styles from './Account.module.css';
import { Block } from './Block.tsx';
import tabletStyles from './OpenOnTablet.module.css';
import { QrCode } from './QrCode.tsx';

/** How another device in the local network opens this instance; nothing where the server does not look after one. */
export function OpenOnTablet() {
  const { tablet } = useLateTexts().settings;
  const lan = useConfig()?.lan ?? null;
  if (lan === null) return null;
  const isTrusted = lan.fingerprint === null;
  const scanned = isTrusted ? lan.address : lan.trust_address;
  return (
    <Block title={tablet.title} help={isTrusted ? tablet.help : tablet.helpTrust}>
      <div className={tabletStyles.ways}>
        <QrCode text={scanned} label={tablet.qr(scanned)} />
        <dl className={tabletStyles.addresses}>
          {!isTrusted && <Address name={tablet.first} address={lan.trust_address} copy={tablet.copyFirst} />}
          <Address
            name={isTrusted ? tablet.address : tablet.afterwards}
            address={lan.address}
            copy={tablet.copy}
          />
        </dl>
      </div>
      {lan.fingerprint !== null && (
        <>
          <p className={styles.hint}>{tablet.fingerprint}</p>
          <code className={tabletStyles.fingerprint}>{inTwoLines(lan.fingerprint)}</code>
        </>
      )}
    </Block>
  );
}

function Address({
  name,
  address,
  copy,
}: {
  readonly name: string;
  readonly address: string;
  readonly copy: string;
}) {
  return (
    <div className={tabletStyles.address}>
      <dt className={styles.hint}>{name}</dt>
      <dd>
        <span>{address}</span>
        <CopyButton label={copy} text={address} />
      </dd>
    </div>
  );
}

/** As terminal and page break it, to be compared at a glance. */
function inTwoLines(fingerprint: string): string {
  return `${fingerprint.slice(0, 47)}\n${fingerprint.slice(48)}`;
}
