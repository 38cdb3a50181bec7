CREATE TABLE "embeds" (
	"address" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"title" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"image_url" text,
	"image_width" integer,
	"image_height" integer,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "embeds_address_check" CHECK ("embeds"."address" ~ '^https://' and char_length("embeds"."address") <= 2048),
	CONSTRAINT "embeds_length_check" CHECK (char_length("embeds"."title") <= 300 and char_length("embeds"."author") <= 200 and char_length("embeds"."text") <= 2000),
	CONSTRAINT "embeds_image_check" CHECK (num_nulls("embeds"."image_url", "embeds"."image_width", "embeds"."image_height") in (0, 3) and "embeds"."image_url" ~ '^/storage/article-images/')
);
