/** Returns whether the site has a page at an encoded path. Redirects that editors added do not count. */
export type PageProbe = (path: string) => Promise<boolean>

let probe: PageProbe | undefined

export function setPageProbe(one: PageProbe | undefined): void {
  probe = one
}

/** Asks the probe; false where pages cannot be rendered, such as in commands. */
export async function hasPage(path: string): Promise<boolean> {
  return (await probe?.(path)) ?? false
}
