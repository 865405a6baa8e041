/**
 * The one address of a resource that has several. /api/projects/ is /api/project/ (A6), and whatever /api/material/ says
 * about a project is about the materials of its model, never about the library (C10): `project_id` alone decides.
 *
 * @param url Path and query of a call.
 */
export function renameUrl(url: string): string {
  const project = url.replace(/^\/api\/projects(?=[/?]|$)/, '/api/project');
  const [, rest, query] = /^\/api\/material(\/[^?]*)?\?(.*)$/s.exec(project) ?? [];
  if (query === undefined) return project;
  const named = new URLSearchParams(query).get('project_id');
  if (named === null || !/^\d{1,10}$/.test(named)) return project;
  return `/api/project/${named}/model-materials${rest ?? '/'}?${query}`;
}
