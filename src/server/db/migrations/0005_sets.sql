ALTER TABLE "render_images" ADD COLUMN "fidelity" jsonb;--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "order_group" jsonb;--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "view_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;