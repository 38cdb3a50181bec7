/** Spec §2 and §9: whether the sidebar is open, for 7 days. */
const COOKIE = 'sidebar:state'
const LIFETIME_SECONDS = 7 * 24 * 60 * 60

/** Whether the sidebar was left open; it is, where nothing is known. @param cookies `document.cookie` */
export function readSidebarState(cookies: string): boolean {
  return !cookies.split('; ').includes(`${COOKIE}=false`)
}

/** What keeps the state, as `document.cookie` takes it. */
export function sidebarCookie(isOpen: boolean): string {
  return `${COOKIE}=${isOpen}; path=/; max-age=${LIFETIME_SECONDS}; samesite=lax`
}
