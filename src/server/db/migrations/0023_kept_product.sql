CREATE TABLE "render_returns" (
	"render_id" integer NOT NULL,
	"batch_index" integer NOT NULL,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"refunded" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "render_returns_render_id_batch_index_pk" PRIMARY KEY("render_id","batch_index")
);
--> statement-breakpoint
ALTER TABLE "render_images" ADD COLUMN "kept_product" jsonb;--> statement-breakpoint
ALTER TABLE "render_returns" ADD CONSTRAINT "render_returns_render_id_renders_id_fk" FOREIGN KEY ("render_id") REFERENCES "public"."renders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "render_returns_created" ON "render_returns" USING btree ("created_at");