/**
 * Runs before the first ad slot is displayed, so that slots appear without a layout shift. Inlined in the page, so
 * it must not refer to other code. Separate from `AdConsent.tsx`, so that readers' scripts do not contain it.
 */
export function markAdConsent(): void {
  try {
    const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
    if (localStorage.getItem('ad-consent') === 'granted' && !globalPrivacyControl)
      document.documentElement.dataset.adConsent = 'granted'
  } catch {}
}
