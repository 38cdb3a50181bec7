-- A statement without rows announced a change, which made the timer of publications run the statement again.
DROP TRIGGER front_publications_announce ON front_publications;--> statement-breakpoint
CREATE TRIGGER front_publications_announce AFTER INSERT OR UPDATE OR DELETE ON front_publications
  FOR EACH ROW EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER front_publications_announce_truncate AFTER TRUNCATE ON front_publications
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
DROP TRIGGER breaking_bar_announce ON breaking_bar;--> statement-breakpoint
CREATE TRIGGER breaking_bar_announce AFTER INSERT OR UPDATE OR DELETE ON breaking_bar
  FOR EACH ROW EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER breaking_bar_announce_truncate AFTER TRUNCATE ON breaking_bar
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
