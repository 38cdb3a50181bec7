type Context = { loaderData?: { siteName: string } | undefined; match: { status: string } }

/** The root of the routes gives a screen that failed to load the title of the error screen. */
export function screenHead(title: string, { loaderData, match }: Context) {
  const hasLoaded = loaderData !== undefined && match.status !== 'error'
  return { meta: hasLoaded ? [{ title: `${title} | ${loaderData.siteName}` }] : [] }
}
