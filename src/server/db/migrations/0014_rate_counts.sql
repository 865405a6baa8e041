CREATE UNLOGGED TABLE "rate_counts" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
