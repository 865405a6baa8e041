import { ProjectSettings } from '../contract/http/projects.ts';
import { Gradient } from '../contract/render-spec.ts';

/** A project of an older version: settings that it lacks get their defaults. */
export function renewProject(row: { settings: unknown; saved: unknown }): void {
  row.settings = ProjectSettings.parse(row.settings);
  row.saved = ProjectSettings.parse(row.saved);
}

/** A model of an older version, whose detection had no evidence. */
export function renewModel({ report }: { report: { detection: object } }): void {
  report.detection = { evidence: [], isLengthwise: false, ...report.detection };
}

/** A gradient of two colours becomes one with stops. */
export function renewGradient(look: { background_gradient?: unknown } | undefined): void {
  const known = Gradient.safeParse(look?.background_gradient);
  if (look !== undefined && known.success) look.background_gradient = known.data;
}
