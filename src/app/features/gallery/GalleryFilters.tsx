import { useQuery } from '@tanstack/react-query';
import { Search, Star } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { EngineName } from '../../../contract/engine-name.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { DateRange } from '../../ui/DateRange.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { compareNames } from '../../values/compare-names.ts';
import styles from './Gallery.module.css';
import { wornMaterialsQuery } from './gallery-query.ts';
import type { GallerySearch } from './gallery-search.ts';

const ALL = 'all';

/** What the pictures can be narrowed to: words, material, engine, days, and the person's star. */
export function GalleryFilters({
  search,
  onChange,
}: {
  readonly search: GallerySearch;
  readonly onChange: (search: GallerySearch) => void;
}) {
  const app = useApp();
  const { language } = useTexts();
  const { gallery, result } = useLateTexts();
  const { userId } = useSnapshot(app.state.account);
  const { data: materials = [] } = useQuery(wornMaterialsQuery(app, userId));
  const compare = compareNames(language);
  const names = materials
    .map(({ id, names }) => ({ id: String(id), label: names[language] }))
    .sort((a, b) => compare(a.label, b.label));
  const engines = { studio: result.studio, comfyui: result.ai };
  return (
    <search className={styles.filters} aria-label={gallery.filters}>
      <TextField
        className={styles.words}
        label={gallery.search}
        isLabelHidden
        placeholder={gallery.searchShort}
        icon={<Search size={16} aria-hidden="true" />}
        type="search"
        maxLength={200}
        value={search.words}
        onChange={(words) => onChange({ ...search, words })}
      />
      <Select
        className={styles.choice}
        label={gallery.material}
        isLabelHidden
        options={[{ id: ALL, label: gallery.allMaterials }, ...names]}
        value={search.material === null ? ALL : String(search.material)}
        onChange={(id) => onChange({ ...search, material: id === ALL ? null : Number(id) })}
      />
      <Select
        className={styles.choice}
        label={gallery.engine}
        isLabelHidden
        options={[
          { id: ALL, label: gallery.allEngines },
          ...EngineName.options.map((name) => ({ id: name, label: engines[name] })),
        ]}
        value={search.engine ?? ALL}
        onChange={(id) => onChange({ ...search, engine: id === ALL ? null : EngineName.parse(id) })}
      />
      <DateRange
        label={gallery.days}
        openLabel={gallery.openCalendar}
        clearLabel={gallery.clearDays}
        value={search.days}
        onChange={(days) => onChange({ ...search, days })}
      />
      <Button
        variant={search.isStarred ? 'secondary' : 'quiet'}
        icon={<Star size={16} aria-hidden="true" fill={search.isStarred ? 'currentColor' : 'none'} />}
        aria-pressed={search.isStarred}
        onPress={() => onChange({ ...search, isStarred: !search.isStarred })}
      >
        {gallery.starred}
      </Button>
    </search>
  );
}
