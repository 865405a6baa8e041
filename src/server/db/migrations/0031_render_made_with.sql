ALTER TABLE "renders" ADD COLUMN "made_with" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "renders_made_with" ON "renders" USING btree ("user_id","made_with") WHERE made_with is not null;