ALTER TABLE "media" DROP CONSTRAINT "media_size_check";--> statement-breakpoint
ALTER TABLE "media" ALTER COLUMN "perceptual_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "duration" double precision;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "captions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "transcript" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_hash_check" CHECK ("media"."mime" not like 'image/%' or "media"."perceptual_hash" is not null);--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_size_check" CHECK ("media"."bytes" > 0 and ("media"."mime" like 'audio/%' or least("media"."width", "media"."height") > 0));--> statement-breakpoint
-- Pages show the texts of a recording.
DROP TRIGGER media_announce_shown ON media;--> statement-breakpoint
CREATE TRIGGER media_announce_shown AFTER UPDATE ON media FOR EACH ROW
  WHEN ((NEW.file, NEW.focus_x, NEW.focus_y, NEW.caption, NEW.credit, NEW.captions, NEW.transcript)
    IS DISTINCT FROM (OLD.file, OLD.focus_x, OLD.focus_y, OLD.caption, OLD.credit, OLD.captions, OLD.transcript))
  EXECUTE FUNCTION announce_shown_image();
