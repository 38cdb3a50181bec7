-- Readers see the new file and crop of an image at once also on fronts (see announce_shown_image).
CREATE FUNCTION announce_front_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('masthead_live', json_build_object('table', 'fronts', 'op', TG_OP, 'page', fronts.page, 'published', true)::text)
  FROM fronts JOIN front_publications ON front_publications.id = fronts.published_id
  WHERE jsonb_path_exists(front_publications.front, '$.**.image ? (@ == $name)', jsonb_build_object('name', NEW.name));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER media_announce_front AFTER UPDATE ON media FOR EACH ROW
  WHEN ((NEW.file, NEW.focus_x, NEW.focus_y) IS DISTINCT FROM (OLD.file, OLD.focus_x, OLD.focus_y))
  EXECUTE FUNCTION announce_front_image();
