ALTER TABLE "projects" ADD COLUMN "made_with" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_made_with" ON "projects" USING btree ("user_id","made_with");