-- The page of an article shows the caption and the credit of its image.
DROP TRIGGER media_announce_shown ON media;--> statement-breakpoint
CREATE TRIGGER media_announce_shown AFTER UPDATE ON media FOR EACH ROW
  WHEN ((NEW.file, NEW.focus_x, NEW.focus_y, NEW.caption, NEW.credit)
    IS DISTINCT FROM (OLD.file, OLD.focus_x, OLD.focus_y, OLD.caption, OLD.credit))
  EXECUTE FUNCTION announce_shown_image();
