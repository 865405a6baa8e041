import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { AssetType, CategoryBody } from '../../../contract/http/libraries.ts';
import { useApp } from '../../core/use-app.ts';
import { useCategories, useLibrary } from '../../scene/use-library.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import type { AssetBranch } from './AssetTree.tsx';
import { listCategories } from './choose-category.ts';
import { describeCategories } from './describe-library-error.ts';

const NONE: readonly CategoryBody[] = [];

/** One library as the Assets section needs it: its items, its categories, and what the tree shows of them. */
export interface Branch extends AssetBranch {
  readonly items: ReturnType<typeof useLibrary>;
  /** Categories of the server. */
  readonly known: readonly CategoryBody[];
}

export function useBranch(assetType: AssetType): Branch {
  const app = useApp();
  const texts = useTexts();
  const { language } = texts;
  const { libraries } = useLateTexts();
  const { userId } = useSnapshot(app.state.account);
  const items = useLibrary(assetType);
  const asked = useCategories(assetType);
  const { data: known = NONE } = asked;
  const categories = useMemo(
    () => listCategories(items.data ?? [], '', language, known, { userId, name: libraries.uploaded }),
    [items.data, known, language, userId, libraries.uploaded],
  );
  return {
    items,
    known,
    count: items.data?.length ?? null,
    categories,
    note: describeCategories(texts, asked, known.length),
  };
}
