/** A paper with its own name, as pages and feeds are told of it. */
export const site = {
  origin: 'https://paper.example',
  settings: {
    siteName: 'The Paper',
    siteDescription: 'News from here',
    facebookUrl: null,
    twitterUrl: null,
    newsletterEnabled: true,
  },
}
