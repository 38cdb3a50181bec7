import { Readable } from 'node:stream'
import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeBrowser } from '#features/accounts/rules/describe-session.ts'
import { parseBeacon } from '#features/analytics/rules/beacon.ts'
import { deviceOf, isBot } from '#features/analytics/rules/user-agent.ts'
import { isExcerpt } from '#features/articles/rules/source-notes.ts'
import { readAuditFilter } from '#features/audit-log/rules/audit-filter.ts'
import { readOembed, readOpenGraph } from '#features/blocks/rules/embed-description.ts'
import { type Embed, parseEmbed, shortAddressProvider } from '#features/blocks/rules/embed-providers.ts'
import { readRtfImages } from '#features/blocks/rules/rtf-images.ts'
import { parseArticleListFilter } from '#features/desk/rules/article-manager-params.ts'
import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { unsupportedHtml } from '#features/drafts/rules/draft-document.ts'
import { cleanPastedHtml } from '#features/editor/admin/paste/clean-pasted-html.ts'
import { findSmartPunctuation } from '#features/editor/rules/smart-punctuation.ts'
import { cacheLifetime, parseRetryAfter } from '#features/feeds/ingest/next-check.ts'
import { decodeDocument } from '#features/feeds/parse/decode-document.ts'
import { extractArticle } from '#features/feeds/parse/extract-article.ts'
import { chooseImage, removeLeadImage } from '#features/feeds/parse/feed-media.ts'
import * as feedText from '#features/feeds/parse/feed-text.ts'
import { identifyItems, standardPage } from '#features/feeds/parse/identify-items.ts'
import { normaliseFeed } from '#features/feeds/parse/normalise-feed.ts'
import { parseOpml } from '#features/feeds/parse/opml.ts'
import { parseFeed } from '#features/feeds/parse/parse-feed.ts'
import { parseDate } from '#features/feeds/parse/parse-feed-date.ts'
import { choosePublisher, discoverFeeds, readPageHead } from '#features/feeds/parse/read-page-head.ts'
import { parseFocalPoint, toFileTexts } from '#features/media/rules/file-form.ts'
import { parseLibraryFilter } from '#features/media/rules/library-params.ts'
import { uploadName } from '#features/media/rules/upload.ts'
import { readMetadata } from '#features/media/server/read-metadata.server.ts'
import { parseSignup } from '#features/newsletter/rules/parse-signup.ts'
import { findMentionQuery, findMentions } from '#features/notes/rules/notes.ts'
import { checkArticle, DEFAULT_CHECK_LEVELS } from '#features/publishing/rules/publish-check.ts'
import { parseSearchParams } from '#features/search/rules/search-params.ts'
import { sanitiseAd } from '#features/site/server/sanitise-ad.server.ts'
import { parseCursor } from '#kernel/cursor.ts'
import { cleanCopiedLink, readLinkAddress } from '#kernel/link-address.ts'
import { parseParameters } from '#kernel/parameters.ts'
import { absolutizeHtml } from '#kernel/text/absolutize-html.ts'
import { formatBody } from '#kernel/text/body.ts'
import { csvLine } from '#kernel/text/csv.ts'
import { htmlToText, textToSummaryHtml } from '#kernel/text/html-text.ts'
import { readingMinutes } from '#kernel/text/reading-time.ts'
import * as text from '#kernel/text/text.ts'
import { addBlockDirections, htmlDirection, textDirection } from '#kernel/text/text-direction.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'
import { cleanXmlText, escapeXml } from '#kernel/text/xml-text.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'
import { parseCsv } from '#platform/files/parse-csv.server.ts'
import { canonicalPayload } from '#platform/http/page-key.server.ts'
import { chooseEncoding, matchesEtag, readRequestTarget } from '#platform/http/request-headers.server.ts'
import { classifySmtpError } from '#platform/mail/mail-transport.server.ts'
import { blockedReason } from '#platform/outbound/address-guard.ts'
import { sanitiseBody, sanitisePage, sanitiseSummary } from '#platform/render/sanitise.server.ts'
import { HOSTILE_TEXTS, processorMs, startProcessorTimer } from '#platform/testing/hostile-texts.ts'

const LENGTH = 20_000
/** Processor time. Linear code needs a sixth, quadratic code three times as much. */
const LIMIT_MS = 400

const NOW = new Date('2026-11-22T12:00:00Z')
const BASE = 'https://feed.example/a/'

const rss = (item: string) =>
  `<rss version="2.0"><channel><title>T</title><link>${BASE}</link><item>${item}</item></channel></rss>`

function ingest(document: string): void {
  const parsed = parseFeed(document, BASE)
  if (parsed.kind === 'feed') normaliseFeed(parsed.feed, { feedUrl: BASE, now: NOW })
}

function extractArticles(hostile: string): void {
  const item = { title: 'Headline', content: '' }
  const page = (body: string) => `<html><head><title>Headline</title></head><body>${body}</body></html>`
  extractArticle(hostile, BASE, item)
  extractArticle(page(`<article><p>Text.</p>${hostile}</article>`), BASE, item)
  extractArticle(page(`<p>${text.escapeHtml(hostile)}</p>`), BASE, {
    ...item,
    title: hostile.slice(0, 2_000),
  })
}

/** Browsers limit the depth too. */
function limitDepth(html: string): string {
  return html.slice(0, walkHtml(html, {}))
}

/** As in browsers; linkedom alone finds the body only in complete documents. */
class BrowserParser {
  parseFromString = (html: string) => parseHTML(`<!doctype html><html><body>${html}</body></html>`).document
}
beforeAll(() => void vi.stubGlobal('window', { DOMParser: BrowserParser }))
afterAll(() => void vi.unstubAllGlobals())

const CONSUMERS: Record<string, (hostile: string) => unknown> = {
  'reading time': readingMinutes,
  'HTML to text': htmlToText,
  excerpts: (hostile) => [
    text.descriptionOf(hostile),
    text.truncateText(hostile, LENGTH / 2),
    text.truncateAtSentence(hostile, LENGTH / 2),
    textToSummaryHtml(hostile),
  ],
  'body formatting': formatBody,
  'text direction': (hostile) => [
    textDirection(hostile),
    htmlDirection(`ا${hostile}`),
    addBlockDirections(`ا${hostile}`),
  ],
  'relative addresses': (hostile) => [
    absolutizeHtml(hostile, BASE),
    absolutizeHtml(`<img srcset="${hostile.replaceAll('"', "'")}">`, BASE),
  ],
  'sanitising of HTML': (hostile) => [sanitiseSummary(hostile), sanitiseBody(hostile), sanitisePage(hostile)],
  'sanitising of ad codes': sanitiseAd,
  'feed titles, bylines and summaries': (hostile) => [
    feedText.unescapeMarkup(hostile),
    feedText.toPlainLine({ value: hostile, type: 'html' }),
    feedText.toPlainLine({ value: hostile, type: 'text' }),
    feedText.formatByline([hostile]),
    feedText.sourceName(hostile, BASE),
    feedText.removeSourceName(hostile, ['Paper']),
    readPageHead(hostile, BASE),
    feedText.summarise(hostile, 'Headline'),
    feedText.isSummaryOnly(hostile),
    feedText.summarise(`<p>${text.escapeHtml(hostile)}</p>`, 'Headline'),
  ],
  'feed dates, links and headers': (hostile) => [
    parseDate(hostile),
    identifyItems([{ guid: hostile, link: BASE + hostile, title: hostile, date: hostile }], [BASE]),
    parseRetryAfter(hostile, NOW),
    cacheLifetime({ cacheControl: hostile, expires: hostile, date: hostile } as never, NOW as never),
    decodeDocument(Buffer.from(hostile), hostile),
    blockedReason(new URL(BASE + hostile), new Set()),
  ],
  'feed images': (hostile) => [
    chooseImage([], [hostile], BASE),
    removeLeadImage(hostile, BASE),
    removeLeadImage(`<img src="${BASE}">${hostile}`, BASE),
  ],
  'feed documents': (hostile) => {
    ingest(hostile)
    ingest(`<?xml version="1.0"?><!DOCTYPE rss [${hostile}]>${rss('')}`)
    ingest(rss(hostile))
  },
  'feed items': (hostile) => {
    ingest(rss(`<title>${text.escapeHtml(hostile)}</title>`))
    ingest(rss(`<title>T</title><description>${text.escapeHtml(hostile)}</description>`))
    ingest(rss(`<title>T</title><description><![CDATA[${hostile}]]></description>`))
  },
  'JSON feeds': (hostile) => {
    const feed = (items: string) =>
      `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[${items}`
    const item = JSON.stringify({ id: hostile, url: BASE + hostile, title: hostile, content_html: hostile })
    ingest(`${feed(item)}]}`)
    // Cut off.
    ingest(feed(`${item},${item.slice(0, -9)}`))
    ingest(feed(hostile))
  },
  'publications and pages of articles': (hostile) => [
    choosePublisher(hostile, hostile, BASE),
    standardPage(BASE + hostile),
    standardPage(`${BASE}?${hostile}`),
    isExcerpt(hostile),
  ],
  // In a worker thread. Each character takes longer, so a part of the text suffices.
  'the full text of articles': (hostile) => extractArticles(hostile.slice(0, LENGTH / 12)),
  'feed discovery and OPML': (hostile) => [
    discoverFeeds(hostile, BASE),
    parseOpml(hostile),
    parseOpml(`<opml><body>${hostile}</body></opml>`),
  ],
  'the rich text editor': (hostile) => [
    unsupportedHtml(hostile),
    findSmartPunctuation(hostile, '"', 'en'),
    findSmartPunctuation(hostile, "'", 'de'),
    findSmartPunctuation(hostile, '.', 'en'),
    findSmartPunctuation(hostile, '-', 'en'),
  ],
  'copied text and links': (hostile) => [
    cleanPastedHtml(limitDepth(hostile)),
    readRtfImages(hostile),
    readLinkAddress(hostile),
    readLinkAddress(`/${hostile}`),
    cleanCopiedLink(`https://example.org/?${hostile}`),
    cleanCopiedLink(
      `https://www.google.com/url?q=https://example.org/?${encodeURIComponent(hostile.toWellFormed())}`,
    ),
  ],
  'addresses of embeds': (hostile) =>
    [
      '',
      'https://www.youtube.com/',
      'https://www.google.com/maps/',
      'https://www.google.com/maps/embed?pb=!',
      'https://social.example/@',
    ].flatMap((start) => {
      const address = (start + hostile).slice(0, MAX_URL_LENGTH)
      return [parseEmbed(address), shortAddressProvider(address)]
    }),
  'descriptions of embeds': (hostile) => {
    const embeds = ['https://youtu.be/dQw4w9WgXcQ', 'https://x.com/NASA/status/1'].map(parseEmbed) as Embed[]
    const meta = ['og:title', 'og:description'].map(
      (name) => `<meta property="${name}" content="${text.escapeHtml(hostile)}">`,
    )
    for (const embed of embeds) {
      readOembed(embed, hostile)
      readOembed(embed, JSON.stringify({ title: hostile, html: `<blockquote><p>${hostile}` }))
      readOpenGraph(embed, hostile, BASE)
      readOpenGraph(embed, meta.join(''), BASE)
    }
  },
  'notes and the publish check': (hostile) => [
    findMentions(hostile, [{ id: '1', name: 'a' }]),
    findMentionQuery(hostile, hostile.length),
    checkArticle(
      { ...EMPTY_ARTICLE, title: hostile, summary: hostile, content: hostile },
      DEFAULT_CHECK_LEVELS,
    ),
  ],
  'search, cursors and parameters': (hostile) => [
    parseSearchParams({ q: hostile, author: hostile, from: hostile, category: hostile }),
    parseCursor(hostile),
    parseParameters(hostile),
    parseArticleListFilter({ q: hostile, person: hostile, from: hostile }),
    readAuditFilter({ person: hostile, kind: hostile, day: hostile }),
    readRequestTarget(`/${hostile}`),
    canonicalPayload(hostile),
  ],
  'forms and uploads': (hostile) => [
    parseSignup({ email: hostile, name: hostile }),
    parseSignup({ email: `a@${hostile}`, name: '' }),
    uploadName(hostile, 'png', NOW),
    toFileTexts({ caption: hostile, alt: hostile }),
    parseFocalPoint(hostile),
    parseLibraryFilter({ q: hostile, from: hostile }),
    readMetadata({ exif: Buffer.from(hostile), iptc: Buffer.from(hostile), xmp: Buffer.from(hostile) }),
  ],
  'request headers and beacons': (hostile) => [
    chooseEncoding(hostile),
    matchesEtag(hostile, 'W/"a"'),
    isBot(hostile),
    deviceOf(hostile),
    describeBrowser(hostile),
    parseBeacon(
      JSON.stringify({
        kind: 'view',
        id: 'a'.repeat(32),
        path: `/${hostile}`,
        referrer: hostile,
        utm: [hostile],
      }),
    ),
  ],
  'syndication, CSV export and mail errors': (hostile) => [
    cleanXmlText(hostile),
    escapeXml(hostile),
    csvLine([hostile]),
    classifySmtpError(Object.assign(new Error(hostile), { response: hostile }) as never, true),
  ],
}

describe('text from outside is read in linear time', () => {
  it.each(Object.entries(CONSUMERS))('%s', (_, consume) => {
    for (const [repeated, start = ''] of HOSTILE_TEXTS) {
      const hostile = start + repeated.repeat(LENGTH / repeated.length)
      expect(
        processorMs(() => consume(hostile)),
        JSON.stringify(start + repeated),
      ).toBeLessThan(LIMIT_MS)
    }
  })

  it.each(Object.entries(CONSUMERS))('%s, with generated attacks', (_, consume) => {
    const parts = fc.array(fc.constantFrom(...HOSTILE_TEXTS.map(([repeated]) => repeated)), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(parts, parts, (start, repeated) => {
        const unit = repeated.join('')
        const hostile = start.join('') + unit.repeat(LENGTH / unit.length)
        expect(processorMs(() => consume(hostile))).toBeLessThan(LIMIT_MS)
      }),
      { numRuns: 3 },
    )
  })

  it('CSV files', async () => {
    for (const [repeated, start = ''] of HOSTILE_TEXTS) {
      const processorTime = startProcessorTimer()
      const file = `email,name\n${start}${repeated.repeat(LENGTH / 10 / repeated.length)}`
      for await (const row of parseCsv(Readable.from([file]))) expect(row.line).toBeGreaterThan(0)
      expect(processorTime(), JSON.stringify(start + repeated)).toBeLessThan(LIMIT_MS)
    }
  })
})
