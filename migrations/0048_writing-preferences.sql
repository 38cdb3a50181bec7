CREATE TABLE "writing_preferences" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"byline" text,
	"asks_before_publishing" boolean DEFAULT true NOT NULL,
	CONSTRAINT "writing_preferences_byline_check" CHECK (char_length("writing_preferences"."byline") <= 200)
);
--> statement-breakpoint
ALTER TABLE "writing_preferences" ADD CONSTRAINT "writing_preferences_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;