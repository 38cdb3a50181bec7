CREATE TABLE "most_read" (
	"hours" smallint NOT NULL,
	"place" smallint NOT NULL,
	"article_id" uuid NOT NULL,
	CONSTRAINT "most_read_hours_place_pk" PRIMARY KEY("hours","place"),
	CONSTRAINT "most_read_hours_check" CHECK ("most_read"."hours" in (1, 24))
);--> statement-breakpoint
-- Without `op`, so that the changes of one transaction are one notification.
CREATE FUNCTION announce_most_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('masthead_live', '{"table":"most_read"}');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION announce_most_read_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed JOIN most_read ON article_id = changed.id) THEN
    PERFORM pg_notify('masthead_live', '{"table":"most_read"}');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER most_read_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON most_read
  FOR EACH STATEMENT EXECUTE FUNCTION announce_most_read();--> statement-breakpoint
CREATE TRIGGER articles_announce_most_read_insert AFTER INSERT ON articles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_most_read_articles();--> statement-breakpoint
CREATE TRIGGER articles_announce_most_read_update AFTER UPDATE ON articles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_most_read_articles();--> statement-breakpoint
CREATE TRIGGER articles_announce_most_read_delete AFTER DELETE ON articles REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_most_read_articles();
