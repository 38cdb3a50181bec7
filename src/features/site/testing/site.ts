export const site = {
  origin: 'https://paper.example',
  settings: {
    siteName: 'The Paper',
    tagline: 'Your trusted news source',
    siteDescription: 'News from here',
    facebookUrl: null,
    twitterUrl: null,
    newsletterEnabled: true,
    locale: 'en-GB',
    shareOrigin: null,
  },
}
