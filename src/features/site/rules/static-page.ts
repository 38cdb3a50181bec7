import { phrase } from '#kernel/text/phrase.ts'

/** Spec §2. `setting` stores the HTML. */
export const STATIC_PAGES = {
  about: { path: '/about', title: 'About', setting: 'about_page' },
  contact: { path: '/contact', title: 'Contact', setting: 'contact_page' },
  'privacy-policy': { path: '/privacy-policy', title: 'Privacy Policy', setting: 'privacy_policy_page' },
  'terms-of-service': {
    path: '/terms-of-service',
    title: 'Terms of Service',
    setting: 'terms_of_service_page',
  },
  accessibility: { path: '/accessibility', title: 'Accessibility', setting: 'accessibility_page' },
} as const

export type StaticPageName = keyof typeof STATIC_PAGES

export const STATIC_PAGE_NAMES = Object.keys(STATIC_PAGES) as StaticPageName[]

/** Returns the title that readers see. */
export function staticPageTitle(name: StaticPageName): string {
  const titles = {
    about: phrase('About'),
    contact: phrase('Contact'),
    'privacy-policy': phrase('Privacy Policy'),
    'terms-of-service': phrase('Terms of Service'),
    accessibility: phrase('Accessibility'),
  }
  return titles[name]
}
