ALTER TABLE "push_due" ADD COLUMN "trace" text;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "trace" text;