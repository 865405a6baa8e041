ALTER TABLE "files" ADD COLUMN "unused_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "library_items" ADD COLUMN "unused_since" timestamp with time zone;