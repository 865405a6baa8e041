import { z } from 'zod';
import { IMAGE_UPLOAD_MAX_BYTES } from '../../contract/constants.ts';
import {
  AssetType,
  CategoryBody,
  CreateCategoryBody,
  LibraryItemBody,
  PatchItemBody,
  UploadItemFields,
} from '../../contract/http/libraries.ts';
import { RowIdText } from '../../contract/shapes.ts';
import { chooseLanguage } from '../accounts/choose-language.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf, signedIn } from '../http/authenticate.ts';
import { checkShape, invalidRequest } from '../http/check-shape.ts';
import { prepareAndRunOnce, runOnce } from '../http/idempotency.ts';
import { withFiles } from '../http/read-upload.ts';
import { signalOf } from '../http/signal-of.ts';
import { readActor } from '../libraries/actor.ts';
import { changeItem } from '../libraries/change-item.ts';
import { createCategory } from '../libraries/create-category.ts';
import { createItem } from '../libraries/create-item.ts';
import { deleteItem } from '../libraries/delete-item.ts';
import { describeCategory, describeItem } from '../libraries/describe-item.ts';
import { findCategories, findItem, findItems } from '../libraries/find-items.ts';
import { restoreItem } from '../libraries/restore-item.ts';
import { sortCategories } from '../libraries/sort-categories.ts';
import { fromDisk, storeItem } from '../libraries/store-item.ts';

const id = RowIdText;
const Id = z.object({ id });
/** Never a library item through a call about a project (C10); of materials see `rename-url.ts`. */
const NoProject = z.object({ project_id: z.never().optional() });
const Filter = NoProject.extend({ category: id.optional() });

/** Files of an upload: the picture, and the maps of a material. */
const FILES: Readonly<Record<AssetType, readonly string[]>> = {
  material: ['image', 'normal', 'roughness_map'],
  background: ['image'],
  style: ['image'],
};
/** The same for the OpenAPI document. */
const describeFiles = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, name === 'image' ? ('needed' as const) : ('optional' as const)]),
  );

/** /api/category/, /api/material/, /api/background/ and /api/style/. */
export function libraryRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { storage, pictures } = deps.services;

  app.get(
    '/api/category/',
    {
      schema: {
        summary: 'Lists the categories of a library',
        querystring: z.object({ asset_type: AssetType.optional() }),
        response: { 200: z.array(CategoryBody) },
      },
    },
    async (request) => {
      const found = await findCategories(db, callerOf(request), request.query.asset_type);
      const language = chooseLanguage(undefined, request.headers['accept-language']);
      return sortCategories(found, language).map(describeCategory);
    },
  );

  app.post(
    '/api/category/',
    {
      schema: {
        summary: 'Makes a category: one’s own, or everybody’s by staff',
        body: CreateCategoryBody,
        response: { 201: CategoryBody },
      },
    },
    async (request, reply) => {
      const actor = await readActor(db, deps, signedIn(request));
      const body = await runOnce(deps, request, async (tx) =>
        describeCategory(await createCategory(tx, actor, request.body)),
      );
      return reply.code(201).send(body);
    },
  );

  for (const assetType of AssetType.options) {
    app.get(
      `/api/${assetType}/`,
      {
        schema: {
          summary: 'Lists the items of a library',
          querystring: Filter,
          response: { 200: z.array(LibraryItemBody) },
        },
      },
      async (request) => {
        const found = await findItems(db, callerOf(request), assetType, request.query.category);
        return found.map(({ item, category }) => describeItem(request.urls, item, category));
      },
    );

    app.post(
      `/api/${assetType}/`,
      {
        config: { form: { texts: UploadItemFields, files: describeFiles(FILES[assetType]) } },
        schema: {
          summary: 'Adds a picture to a library',
          querystring: NoProject,
          response: { 201: LibraryItemBody },
        },
      },
      async (request, reply) => {
        const actor = await readActor(db, deps, signedIn(request));
        const signal = signalOf(reply);
        const parts = { fields: FILES[assetType], maxBytes: IMAGE_UPLOAD_MAX_BYTES };
        const body = await withFiles(deps.config, request, parts, async ({ file, texts, bodyHash }) => {
          const { image, normal, roughness_map: roughness } = file;
          if (image === undefined) throw invalidRequest('image', 'is missing');
          const { is_global: isGlobal, ...fields } = checkShape(UploadItemFields, texts);
          if (fields.metalness !== undefined && assetType !== 'material') {
            throw invalidRequest('metalness', 'is for materials only');
          }
          const item = { ...fields, assetType, isGlobal: isGlobal === 'true' };
          const maps = { normal: fromDisk(normal), roughness: fromDisk(roughness) };
          const prepare = () => {
            const work = pictures.workFor({ lane: 'upload', caller: actor.id, signal });
            return storeItem(work, storage, fromDisk(image), maps, fields.metalness ?? 0);
          };
          return prepareAndRunOnce(
            deps,
            request,
            prepare,
            async (tx, stored) => {
              const made = await createItem(tx, deps.config.catalogue, actor, item, stored);
              return describeItem(request.urls, made.item, made.category);
            },
            bodyHash,
          );
        });
        return reply.code(201).send(body);
      },
    );

    const path = `/api/${assetType}/:id/`;
    app.get(
      path,
      {
        schema: {
          summary: 'Tells of an item of a library',
          params: Id,
          querystring: NoProject,
          response: { 200: LibraryItemBody },
        },
      },
      async (request) => {
        const { item, category } = await findItem(db, callerOf(request), assetType, request.params.id);
        return describeItem(request.urls, item, category);
      },
    );

    app.patch(
      path,
      {
        schema: {
          summary: 'Renames, moves or archives an item',
          params: Id,
          querystring: NoProject,
          body: PatchItemBody,
          response: { 200: LibraryItemBody },
        },
      },
      async (request) => {
        const actor = await readActor(db, deps, signedIn(request));
        return runOnce(deps, request, async (tx) => {
          const { params, body } = request;
          const { item, category } = await changeItem(tx, actor, assetType, params.id, body, deps.now());
          return describeItem(request.urls, item, category);
        });
      },
    );

    app.post(
      `${path}restore/`,
      {
        schema: {
          summary: 'Brings a deleted item back',
          params: Id,
          querystring: NoProject,
          response: { 200: LibraryItemBody },
        },
      },
      async (request) => {
        const actor = await readActor(db, deps, signedIn(request));
        return runOnce(deps, request, async (tx) => {
          const { item, category } = await restoreItem(
            tx,
            deps.config.catalogue,
            actor,
            assetType,
            request.params.id,
          );
          return describeItem(request.urls, item, category);
        });
      },
    );

    app.delete(
      path,
      {
        schema: {
          summary: 'Deletes an item',
          params: Id,
          querystring: NoProject,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const actor = await readActor(db, deps, signedIn(request));
        await runOnce(deps, request, (tx) => deleteItem(tx, actor, assetType, request.params.id));
        return reply.code(204).send(null);
      },
    );
  }
}
