const NEWSLETTER_TABS = ['subscribers', 'campaign', 'templates', 'settings'] as const

/** The tabs of the newsletter screen, as in its URL. Apart from the screen, since the route table is part of every page. */
export type NewsletterTab = (typeof NEWSLETTER_TABS)[number]

export function isNewsletterTab(value: unknown): value is NewsletterTab {
  return NEWSLETTER_TABS.includes(value as NewsletterTab)
}
