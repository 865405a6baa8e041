import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Whether a picture did not come, and what says that. It is asked for again once the server can be reached again, and under
 * another address.
 */
export function useBroken(address: string | null): readonly [isBroken: boolean, onError: () => void] {
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    if (broken === null) return;
    return onlineManager.subscribe((isOnline) => {
      if (isOnline) setBroken(null);
    });
  }, [broken]);
  return [broken !== null && broken === address, () => setBroken(address)];
}
