/** The name of the broadcast that tells all tabs of an automatic refresh (spec §8, "News Updated"). */
export const NEWS_UPDATED = 'news-updated'
