/** Spec §2 and §9; expires after 7 days. */
const COOKIE = 'sidebar:state'
const LIFETIME_SECONDS = 7 * 24 * 60 * 60

/** Whether the sidebar is open, which is the default. @param cookies `document.cookie` */
export function readSidebarState(cookies: string): boolean {
  return !cookies.split('; ').includes(`${COOKIE}=false`)
}

/** @returns a value for `document.cookie` */
export function sidebarCookie(isOpen: boolean): string {
  return `${COOKIE}=${isOpen}; path=/; max-age=${LIFETIME_SECONDS}; samesite=lax`
}
