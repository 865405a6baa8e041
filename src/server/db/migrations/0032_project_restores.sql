CREATE TABLE "project_restores" (
	"project_id" integer NOT NULL,
	"last_revision" integer NOT NULL,
	"next_revision" integer NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"model_hash" text,
	"model_name" text,
	CONSTRAINT "project_restores_project_id_next_revision_pk" PRIMARY KEY("project_id","next_revision")
);
--> statement-breakpoint
ALTER TABLE "project_restores" ADD CONSTRAINT "project_restores_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;