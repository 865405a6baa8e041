CREATE TABLE "engine_servers" (
	"id" text PRIMARY KEY NOT NULL,
	"report" jsonb NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"test" jsonb
);
--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "rerun_of" integer;--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "engine_handle" text;--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "provenance" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_rerun_of_renders_id_fk" FOREIGN KEY ("rerun_of") REFERENCES "public"."renders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renders_turn" ON "renders" USING btree ("engine","turn");