ALTER TABLE "renders" ADD COLUMN "attempt_progress" real;--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "strikes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "strike_progress" real;