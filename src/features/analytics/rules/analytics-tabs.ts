/** Spec §2, Analytics. */
export const ANALYTICS_TABS = [
  { name: 'overview', label: 'Overview' },
  { name: 'content', label: 'Content' },
  { name: 'traffic', label: 'Traffic' },
  { name: 'engagement', label: 'Engagement' },
] as const

export type AnalyticsTab = (typeof ANALYTICS_TABS)[number]['name']

export function isAnalyticsTab(text: unknown): text is AnalyticsTab {
  return ANALYTICS_TABS.some(({ name }) => name === text)
}
