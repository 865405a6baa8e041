import type { ModelReport } from '../../contract/model-report.ts';

/** How many lights of the file can be switched on; none where it was read before they were counted. */
export function countFileLights(report: Pick<ModelReport, 'contents'> | undefined): number {
  const { directional = 0, point = 0, spot = 0, profile = 0 } = report?.contents?.lights ?? {};
  return directional + point + spot + profile;
}

/** Whether lights of the file shine: it has some, and they are switched on. */
export function isLitByFile(
  report: Pick<ModelReport, 'contents'> | undefined,
  { isOn }: { readonly isOn: boolean },
): boolean {
  return isOn && countFileLights(report) > 0;
}
