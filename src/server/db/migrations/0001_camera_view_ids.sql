CREATE SEQUENCE "public"."camera_view_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
UPDATE "projects" SET "settings" = jsonb_set("settings", '{camera_views}', (
  SELECT coalesce(jsonb_agg("view" || jsonb_build_object('backend_id', nextval('camera_view_ids')) ORDER BY "place"), '[]')
  FROM jsonb_array_elements("settings"->'camera_views') WITH ORDINALITY AS "views"("view", "place")
));
