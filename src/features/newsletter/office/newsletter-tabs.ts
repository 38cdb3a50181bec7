const NEWSLETTER_TABS = ['subscribers', 'campaign', 'templates', 'settings'] as const

/** The tabs of the newsletter's screen, as its address names them. */
export type NewsletterTab = (typeof NEWSLETTER_TABS)[number]

export function isNewsletterTab(value: unknown): value is NewsletterTab {
  return NEWSLETTER_TABS.includes(value as NewsletterTab)
}
