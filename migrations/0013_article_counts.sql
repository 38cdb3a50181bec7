CREATE TABLE "article_counts" (
	"month" date NOT NULL,
	"category" text NOT NULL,
	"articles" integer NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION count_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO article_counts (month, category, articles)
    SELECT date_trunc('month', published_at AT TIME ZONE 'UTC'), category, count(*) FROM new_rows GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO article_counts (month, category, articles)
    SELECT date_trunc('month', published_at AT TIME ZONE 'UTC'), category, -count(*) FROM old_rows GROUP BY 1, 2;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO article_counts (month, category, articles)
    SELECT date_trunc('month', published_at AT TIME ZONE 'UTC'), category, sum(change)
    FROM (
      SELECT published_at, category, 1 AS change FROM new_rows
      UNION ALL
      SELECT published_at, category, -1 FROM old_rows
    ) AS changes
    GROUP BY 1, 2 HAVING sum(change) <> 0;
  ELSE
    TRUNCATE article_counts;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER articles_count_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_articles();--> statement-breakpoint
CREATE TRIGGER articles_count_delete AFTER DELETE ON articles
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_articles();--> statement-breakpoint
CREATE TRIGGER articles_count_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_articles();--> statement-breakpoint
CREATE TRIGGER articles_count_truncate AFTER TRUNCATE ON articles
  FOR EACH STATEMENT EXECUTE FUNCTION count_articles();--> statement-breakpoint
-- Creating the triggers locks the table against writes until this transaction ends, so that each article is counted once.
INSERT INTO article_counts (month, category, articles)
SELECT date_trunc('month', published_at AT TIME ZONE 'UTC'), category, count(*) FROM articles GROUP BY 1, 2;
