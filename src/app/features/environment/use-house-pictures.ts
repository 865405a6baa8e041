import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ENVIRONMENT_PLACING } from '../../../contract/scene/environment.ts';
import { useApp } from '../../core/use-app.ts';
import { HOUSE_CHOICES } from './house-choices.ts';
import { SKY } from './set-environment.ts';

/** Addresses of small pictures of the house's surroundings, in their order; none while they are made, off the page. */
export function useHousePictures(): readonly string[] {
  const app = useApp();
  const { data: pictures } = useQuery(
    {
      queryKey: ['environment-pictures'],
      queryFn: () =>
        Promise.all(
          HOUSE_CHOICES.map((choice) =>
            app.compute().drawEnvironmentThumbnail({
              ...(choice.kind === 'sky' ? { ...SKY, hasSun: false } : choice),
              ...ENVIRONMENT_PLACING,
            }),
          ),
        ),
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: 'always',
      retry: false,
    },
    app.queries,
  );
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  useEffect(() => {
    if (pictures === undefined) return;
    const made = pictures.map((picture) => URL.createObjectURL(picture));
    setAddresses(made);
    return () => {
      setAddresses([]);
      for (const address of made) URL.revokeObjectURL(address);
    };
  }, [pictures]);
  return addresses;
}
