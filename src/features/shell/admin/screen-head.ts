type Context = { loaderData?: { siteName: string } | undefined; match: { status: string } }

/** A screen that failed to load gets its title from the root route. */
export function screenHead(title: string, { loaderData, match }: Context) {
  const hasLoaded = loaderData !== undefined && match.status !== 'error'
  return { meta: hasLoaded ? [{ title: `${title} | ${loaderData.siteName}` }] : [] }
}
