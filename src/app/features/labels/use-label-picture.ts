import { useQuery } from '@tanstack/react-query';
import type { ContentHash } from '../../../contract/ids.ts';
import { useApp } from '../../core/use-app.ts';
import { loadLabelPicture } from '../../scene/stage-dressings.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';

/** Address of a small copy of a label's picture; null while it comes, and where nobody has it. */
export function useLabelPicture(hash: ContentHash): string | null {
  const app = useApp();
  const { data } = useQuery(
    {
      queryKey: ['label-picture', hash],
      queryFn: async () => app.compute().drawThumbnail(await loadLabelPicture(app, hash)),
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: 'always',
      retry: false,
    },
    app.queries,
  );
  return useObjectUrl(data);
}
