/** Spec §2. `setting` stores the HTML. */
export const STATIC_PAGES = {
  contact: { path: '/contact', title: 'Contact', setting: 'contact_page' },
  'privacy-policy': { path: '/privacy-policy', title: 'Privacy Policy', setting: 'privacy_policy_page' },
  'terms-of-service': {
    path: '/terms-of-service',
    title: 'Terms of Service',
    setting: 'terms_of_service_page',
  },
} as const

export type StaticPageName = keyof typeof STATIC_PAGES

export const STATIC_PAGE_NAMES = Object.keys(STATIC_PAGES) as StaticPageName[]
