-- The site settings with their defaults (spec §3 and §4). The three static pages have no rows, so that they show their
-- default text.
INSERT INTO site_settings (setting_name, setting_value) VALUES
  ('site_name', 'Masthead'),
  ('site_description', 'Your trusted source for breaking news and analysis'),
  ('contact_email', ''),
  ('custom_domain', ''),
  ('facebook_url', ''),
  ('twitter_url', ''),
  ('newsletter_enabled', 'true'),
  ('maintenance_mode', 'false'),
  ('prefer_www', 'false'),
  ('adsense_enabled', 'false'),
  ('adsense_header_code', ''),
  ('adsense_banner_code', ''),
  ('adsense_left_sidebar_code', ''),
  ('adsense_right_sidebar_code', '')
ON CONFLICT (setting_name) DO NOTHING;
--> statement-breakpoint
-- Public British feeds for all ten categories. Change the list in the back office, with "masthead feeds" or in SQL.
INSERT INTO feeds (url, title, category) VALUES
  ('https://feeds.bbci.co.uk/news/rss.xml', 'BBC News', 'News'),
  ('https://www.theguardian.com/uk/rss', 'The Guardian', 'News'),
  ('https://feeds.skynews.com/feeds/rss/uk.xml', 'Sky News', 'News'),
  ('https://feeds.bbci.co.uk/news/politics/rss.xml', 'BBC News: Politics', 'Politics'),
  ('https://www.theguardian.com/politics/rss', 'The Guardian: Politics', 'Politics'),
  ('https://feeds.skynews.com/feeds/rss/politics.xml', 'Sky News: Politics', 'Politics'),
  ('https://feeds.bbci.co.uk/sport/rss.xml', 'BBC Sport', 'Sport'),
  ('https://www.theguardian.com/uk/sport/rss', 'The Guardian: Sport', 'Sport'),
  ('https://www.skysports.com/rss/12040', 'Sky Sports', 'Sport'),
  ('https://feeds.bbci.co.uk/news/entertainment_and_arts/rss.xml', 'BBC News: Entertainment & Arts', 'Showbiz'),
  ('https://feeds.skynews.com/feeds/rss/entertainment.xml', 'Sky News: Entertainment', 'Showbiz'),
  ('https://www.theguardian.com/tv-and-radio/rss', 'The Guardian: Television & Radio', 'TV'),
  ('https://www.independent.co.uk/arts-entertainment/tv/rss', 'The Independent: TV', 'TV'),
  ('https://feeds.bbci.co.uk/news/health/rss.xml', 'BBC News: Health', 'Health'),
  ('https://www.theguardian.com/society/health/rss', 'The Guardian: Health', 'Health'),
  ('https://feeds.bbci.co.uk/news/technology/rss.xml', 'BBC News: Technology', 'Technology'),
  ('https://www.theguardian.com/uk/technology/rss', 'The Guardian: Technology', 'Technology'),
  ('https://feeds.skynews.com/feeds/rss/technology.xml', 'Sky News: Technology', 'Technology'),
  ('https://feeds.bbci.co.uk/news/science_and_environment/rss.xml', 'BBC News: Science & Environment', 'Science'),
  ('https://www.theguardian.com/science/rss', 'The Guardian: Science', 'Science'),
  ('https://feeds.bbci.co.uk/news/business/rss.xml', 'BBC News: Business', 'Money'),
  ('https://www.theguardian.com/uk/money/rss', 'The Guardian: Money', 'Money'),
  ('https://feeds.skynews.com/feeds/rss/money.xml', 'Sky News: Money', 'Money'),
  ('https://www.theguardian.com/uk/travel/rss', 'The Guardian: Travel', 'Travel'),
  ('https://www.independent.co.uk/travel/rss', 'The Independent: Travel', 'Travel')
ON CONFLICT (url) DO NOTHING;
