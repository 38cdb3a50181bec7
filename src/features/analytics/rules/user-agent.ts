/** What a reader reads on, as far as User-Agent tells (RFC 9110 §10.1.5). */
export type Device = 'desktop' | 'phone' | 'tablet'

/** Programs that say what they are: search engines, previews of links, monitors, tools, browsers without a window. */
const BOT =
  /(?<!cu)bot\b|(?<!cu)bot[/_-]|crawl|spider|slurp|scrape|preview|monitor|headless|lighthouse|pagespeed|phantom|puppeteer|playwright|selenium|facebookexternalhit|whatsapp|telegram|embedly|archiver|validator|feedfetcher|google-|mediapartners|bingpreview|yandex(?!\.|browser)|baidu|curl|wget|python|java\/|okhttp|go-http|libwww|axios|undici|node-fetch|httpclient|apache-|scrapy|ruby|perl|php|uptime|pingdom|gptbot|claude|perplexity/i
const TABLET = /ipad|tablet|kindle|silk\/|playbook|android(?!.*mobile)/i
const PHONE = /mobi|iphone|ipod|android|windows phone/i

/** Whether a User-Agent is of a program and not of a reader; every browser has one that begins so. */
export function isBot(userAgent: string | undefined): boolean {
  return !userAgent?.startsWith('Mozilla/') || BOT.test(userAgent)
}

export function deviceOf(userAgent: string): Device {
  if (TABLET.test(userAgent)) return 'tablet'
  return PHONE.test(userAgent) ? 'phone' : 'desktop'
}
