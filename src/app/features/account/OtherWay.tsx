import { Button } from '../../ui/Button.tsx';
import styles from './SignIn.module.css';

/** A question, and the button for those who say yes. */
export function OtherWay({
  question,
  action,
  isDisabled = false,
  onPress,
}: {
  readonly question?: string;
  readonly action: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <p className={styles.other}>
      {question}
      <Button variant="quiet" size="sm" isDisabled={isDisabled} onPress={onPress}>
        {action}
      </Button>
    </p>
  );
}
