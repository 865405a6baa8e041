CREATE TABLE "looks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"look" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "material_versions" (
	"id" serial PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"material_id" uuid NOT NULL,
	"version_number" integer NOT NULL,
	"comment" text NOT NULL,
	"material" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "material_versions_project_id_material_id_version_number_unique" UNIQUE("project_id","material_id","version_number")
);
--> statement-breakpoint
ALTER TABLE "library_items" ADD COLUMN "normal_hash" text;--> statement-breakpoint
ALTER TABLE "library_items" ADD COLUMN "roughness_hash" text;--> statement-breakpoint
ALTER TABLE "library_items" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "looks" ADD CONSTRAINT "looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_versions" ADD CONSTRAINT "material_versions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "looks_user" ON "looks" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "library_items" ADD CONSTRAINT "library_items_normal_hash_files_hash_fk" FOREIGN KEY ("normal_hash") REFERENCES "public"."files"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_items" ADD CONSTRAINT "library_items_roughness_hash_files_hash_fk" FOREIGN KEY ("roughness_hash") REFERENCES "public"."files"("hash") ON DELETE no action ON UPDATE no action;