/**
 * Runs before the first ad slot is displayed, to avoid a layout shift. Inlined in the page, so it must not refer to other code. Separate from
 * `AdConsent.tsx`, to stay out of readers' scripts.
 */
export function markAdConsent(): void {
  try {
    const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
    if (localStorage.getItem('ad-consent') === 'granted' && !globalPrivacyControl)
      document.documentElement.dataset.adConsent = 'granted'
  } catch {}
}
