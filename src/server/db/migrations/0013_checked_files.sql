ALTER TABLE "files" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "damage" text;--> statement-breakpoint
CREATE INDEX "files_checked_at" ON "files" USING btree ("checked_at" NULLS FIRST);