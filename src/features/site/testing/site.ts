export const site = {
  origin: 'https://paper.example',
  settings: {
    siteName: 'The Paper',
    siteDescription: 'News from here',
    facebookUrl: null,
    twitterUrl: null,
    newsletterEnabled: true,
    shareOrigin: null,
  },
}
