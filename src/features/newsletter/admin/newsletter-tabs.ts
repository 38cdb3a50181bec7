const NEWSLETTER_TABS = ['subscribers', 'campaign', 'templates', 'settings'] as const

/** Separate, since every page loads the route table. */
export type NewsletterTab = (typeof NEWSLETTER_TABS)[number]

export function isNewsletterTab(value: unknown): value is NewsletterTab {
  return NEWSLETTER_TABS.includes(value as NewsletterTab)
}
