type Context = { loaderData?: { siteName: string } | undefined; match: { status: string } }

/** The title of a screen. The root of the routes gives one that failed to load the title of the error screen. */
export function screenHead(title: string, { loaderData, match }: Context) {
  const hasLoaded = loaderData !== undefined && match.status !== 'error'
  return { meta: hasLoaded ? [{ title: `${title} | ${loaderData.siteName}` }] : [] }
}
