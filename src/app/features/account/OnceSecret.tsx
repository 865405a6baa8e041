import { CopyButton } from '../../core/CopyButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { useHeld } from '../../ui/use-held.ts';
import styles from './Account.module.css';

/** It stands above a list, and may be out of sight of what asked for it. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** A secret that is told this once: why, itself, and that the person has it. Until then it holds its window. */
export function OnceSecret({
  lines,
  secret,
  copy,
  kept,
  onKept,
}: {
  readonly lines: readonly string[];
  readonly secret: string;
  /** Names the button that copies it. */
  readonly copy: string;
  readonly kept: string;
  readonly onKept: () => void;
}) {
  useHeld(true);
  return (
    <div className={styles.note} role="status" ref={show}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className={styles.secret}>
        <code>{secret}</code>
        <CopyButton label={copy} text={secret} />
      </p>
      <Button onPress={onKept}>{kept}</Button>
    </div>
  );
}
