import { expect, test } from 'vitest';
import { renameUrl } from '../../../src/server/http/rename-url.ts';

test.each([
  ['/api/projects/', '/api/project/'],
  ['/api/projects', '/api/project'],
  ['/api/projects?x=1', '/api/project?x=1'],
  ['/api/projects-of-mine/', '/api/projects-of-mine/'],
  ['/api/material/', '/api/material/'],
  ['/api/material?category=3', '/api/material?category=3'],
  ['/api/material?project_id=7', '/api/project/7/model-materials/?project_id=7'],
  ['/api/material/?project_id=7', '/api/project/7/model-materials/?project_id=7'],
  ['/api/material/12/?project_id=7', '/api/project/7/model-materials/12/?project_id=7'],
  ['/api/material/bulk?a=b&project_id=7', '/api/project/7/model-materials/bulk?a=b&project_id=7'],
  ['/api/material/a/texture/?project_id=7', '/api/project/7/model-materials/a/texture/?project_id=7'],
  ['/api/material/?project_id=', '/api/material/?project_id='],
  ['/api/material/?project_id=../admin', '/api/material/?project_id=../admin'],
  ['/api/materials/?project_id=7', '/api/materials/?project_id=7'],
  ['/api/style/?project_id=7', '/api/style/?project_id=7'],
])('%s is %s', (url, name) => expect(renameUrl(url)).toBe(name));
