import { useQuery } from '@tanstack/react-query';
import { systemQuery } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';

/** While the server is being worked on: what goes on meanwhile, and what its people say of it. */
export function MaintenanceNotice({ className }: { readonly className: string }) {
  const { t } = useTexts();
  const { data } = useQuery(systemQuery(useApp()));
  const maintenance = data?.system.maintenance ?? null;
  if (maintenance === null) return null;
  return (
    <p className={className}>
      <span>
        {t.shell.maintenance} {maintenance.message}
      </span>
    </p>
  );
}
