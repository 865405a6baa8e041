CREATE TABLE "sketches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"model_hash" text,
	"pose" jsonb NOT NULL,
	"steps" jsonb NOT NULL,
	"size_bytes" integer NOT NULL,
	"painted_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sketches" ADD CONSTRAINT "sketches_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sketches_project" ON "sketches" USING btree ("project_id");