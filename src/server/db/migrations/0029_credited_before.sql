CREATE TABLE "credited_before" (
	"mark" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "credited_before_created" ON "credited_before" USING btree ("created_at");