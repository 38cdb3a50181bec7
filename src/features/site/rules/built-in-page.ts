import { type Language, languageOf } from '#kernel/text/languages.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { formatDay } from '#kernel/time/dates.ts'
import { DEFAULT_PLACE, place } from '#kernel/time/place.ts'
import { ARABIC_PAGES } from './built-in-pages/ar.ts'
import { GERMAN_PAGES } from './built-in-pages/de.ts'
import { SPANISH_PAGES } from './built-in-pages/es.ts'
import { FRENCH_PAGES } from './built-in-pages/fr.ts'
import type { PageTexts } from './built-in-pages/page-texts.ts'
import type { StaticPageName } from './static-page.ts'

const TEXTS: Record<StaticPageName, (details: EnglishDetails) => string> = {
  about: aboutText,
  contact: contactText,
  'privacy-policy': privacyPolicyText,
  'terms-of-service': termsOfServiceText,
  accessibility: accessibilityText,
}

/** Spec §4, Page editor. */
export function builtInPage(name: StaticPageName, site: SiteInfo): string {
  const details = siteDetails(site)
  const translated = TRANSLATIONS[languageOf(place().locale)]
  return translated
    ? fillText(translated[name], details)
    : TEXTS[name]({ ...details, isBritish: isBritish() })
}

/** Shorter than the English texts, and without the laws of a country, which the language does not tell. */
const TRANSLATIONS: Partial<Record<Language, PageTexts>> = {
  de: GERMAN_PAGES,
  fr: FRENCH_PAGES,
  es: SPANISH_PAGES,
  ar: ARABIC_PAGES,
}

function fillText(html: string, details: SiteDetails): string {
  return html.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(details, name) ? details[name as keyof SiteDetails] : placeholder,
  )
}

/** `contactEmail` may be blank; `today` is ISO 8601. */
export type SiteInfo = { siteName: string; contactEmail: string; origin: string; today: string }

/** HTML values. Email addresses are placeholders at the site's host (spec §9). */
type SiteDetails = {
  name: string
  /** `mailto:` links. */
  newsroom: string
  general: string
  privacy: string
  legal: string
  street: string
  today: string
}

/** Whether English texts may name an address and the laws of the United Kingdom. */
type EnglishDetails = SiteDetails & { isBritish: boolean }

function siteDetails({ siteName, contactEmail, origin, today }: SiteInfo): SiteDetails {
  const host = mailHost(origin)
  return {
    name: escapeHtml(siteName),
    newsroom: mailLink(`news@${host}`),
    general: mailLink(contactEmail.trim() || `hello@${host}`),
    privacy: mailLink(`privacy@${host}`),
    legal: mailLink(`legal@${host}`),
    street: '1 Example Street, Leeds LS1 0AA',
    today: formatDay(today),
  }
}

/** The locale alone does not tell the country: it is also that of newspapers in English elsewhere. */
function isBritish(): boolean {
  const { locale, timeZone } = place()
  return locale === DEFAULT_PLACE.locale && timeZone === DEFAULT_PLACE.timeZone
}

/** Local sites use example.org (RFC 2606 §3). */
function mailHost(origin: string): string {
  const { hostname } = new URL(origin)
  const isPublic = /\.[a-z][a-z0-9-]*$/.test(hostname) && !hostname.endsWith('.localhost')
  return isPublic ? hostname.replace(/^www\./, '') : 'example.org'
}

function mailLink(address: string): string {
  return `<a href="mailto:${escapeHtml(address)}">${escapeHtml(address)}</a>`
}

function aboutText({ name, newsroom, general, street, today, isBritish }: EnglishDetails): string {
  return `
<p>${name} publishes news for a general audience: what happened, why it matters, and how we know. The site is free to read,
needs no account, and works on any device.</p>
<p>Last updated: ${today}</p>

<h2>What you read here</h2>
<ul>
<li><strong>Our own articles</strong> are written and edited by our newsroom, and name their authors.</li>
<li><strong>Articles from other publishers</strong> name their source, and link to the full story on the publisher’s own
site. Their content is the responsibility of the publisher.</li>
<li><strong>Advertisements and sponsored articles</strong> are labelled. Advertisers have no say in what we report.</li>
</ul>

<h2>How we work</h2>
<p>We check facts before we publish, give people a fair chance to respond to what is said about them, and keep reporting
apart from comment. Where something is not certain, we say so. We protect sources who have been promised
confidentiality.</p>

<h2>When we get something wrong</h2>
<p>We correct mistakes promptly and openly. A correction is shown in the article with its date, and all of them are listed on
the <a href="/corrections">corrections page</a>. An article that has changed since it was published shows when. To report a
mistake, write to ${newsroom}.</p>

<h2>Your privacy</h2>
<p>We count how often articles are read without cookies and without recognising you on another day. The
<a href="/privacy-policy">privacy policy</a> has the details.</p>

<h2>Get in touch</h2>
<p>Stories and tips go to ${newsroom}, everything else to ${general}; the <a href="/contact">contact page</a> lists more
addresses.${isBritish ? ` Our postal address is ${name}, ${street}.` : ''}</p>
`
}

function accessibilityText({ name, general, street, today, isBritish }: EnglishDetails): string {
  return `
<p>${name} wants everybody to be able to read the news. We aim to meet level AA of the Web Content Accessibility Guidelines
(WCAG) 2.2.</p>
<p>Last updated: ${today}</p>

<h2>What you can do on this site</h2>
<ul>
<li>Reach everything with the keyboard alone. The first link of each page skips to its content.</li>
<li>Listen to pages with a screen reader. Headings, landmarks and labels describe their structure.</li>
<li>Enlarge the text in your browser to 200% and the whole page to 400% without losing content.</li>
<li>Choose light or dark colours, and the size of articles’ text, under “Display” at the bottom of each page. Otherwise the
site follows the settings of your device, as it does for reduced motion and high contrast.</li>
<li>Read every article without JavaScript, and print it without advertisements and controls.</li>
</ul>

<h2>What may not work yet</h2>
<ul>
<li>Images in articles of other publishers may lack descriptions, since we show what the publisher provides.</li>
<li>Some recordings have no captions or transcript.</li>
<li>Videos, posts and maps of other sites have their own accessibility. They are loaded only when you ask for them, and each
has a link to the original.</li>
</ul>

<h2>Tell us about a problem</h2>
<p>If something is hard to use, or you need an article in another format, write to ${general}${isBritish ? ` or to ${name}, ${street}` : ''}. Tell
us the address of the page, what happened, and the browser and assistive technology that you use. We aim to answer within
three working days.</p>
${isBritish ? BRITISH_ADVICE : ''}`
}

const BRITISH_ADVICE = `<p>If you are not satisfied with our answer, the
<a href="https://www.equalityadvisoryservice.com/">Equality Advisory and Support Service</a> advises people in England,
Scotland and Wales, and the <a href="https://www.equalityni.org/">Equality Commission</a> people in Northern Ireland.</p>
`

function contactText(details: EnglishDetails): string {
  const { name, newsroom, general, privacy, legal, street, today, isBritish } = details
  return `
<p>${name} is glad to hear from its readers. Every message is read by a person; choosing the right address below helps
it to reach that person sooner. We aim to answer within three working days.</p>
<p>Last updated: ${today}</p>

<h2>The newsroom</h2>
<p>For stories, tips, images and letters to the editor, write to ${newsroom}. Tell us what happened, where and when,
how you know of it, and how we can reach you. Email is not a safe way to send anything confidential: ask us for a
better one first.</p>

<h2>Corrections</h2>
<p>We want to know when we have got something wrong. Send the headline or the address of the article, and what is
inaccurate in it, to ${newsroom}. Mistakes of fact are put right promptly, and a significant correction is marked as one
in the article.</p>

<h2>General enquiries</h2>
<p>For questions about the site, the newsletter, advertising or permission to reuse an article, write to ${general}. If
a page does not work as it should, its address and the name of your browser will help us to find out why.</p>

<h2>Privacy</h2>
<p>To ask what we hold about you, or to have it corrected or deleted, write to ${privacy}. Our
<a href="/privacy-policy">privacy policy</a> explains your rights.</p>

<h2>Legal matters</h2>
<p>Formal complaints, notices about copyright and other legal correspondence belong with ${legal}. Please name the
article concerned and the outcome you are asking for.</p>
${isBritish ? `\n<h2>By post</h2>\n<address>${name}<br>${street.replace(', ', '<br>')}<br>United Kingdom</address>\n` : ''}`
}

function privacyPolicyText({ name, general, privacy, street, today, isBritish }: EnglishDetails): string {
  const authority = isBritish
    ? '<a href="https://ico.org.uk/make-a-complaint/">Information Commissioner’s Office</a>'
    : 'data protection authority of the country where you live'
  return `
<p>This policy says what ${name} learns about you when you read this site, subscribe to its newsletter or write to us,
what we do with it, and what you can ask of us.</p>
<p>Last updated: ${today}</p>

<h2>Who is responsible</h2>
<p>${isBritish ? `${name}, ${street},` : name} decides how personal information is used on this site. For anything in this policy, write to
${privacy}; for everything else, to ${general}.</p>

<h2>What we learn about you</h2>
<ul>
<li><strong>When you read.</strong> You need no account. As with any website, our servers receive your IP address, the
address of the page and what your browser reports about itself. This may be kept for a short time in technical logs, and is
counted in statistics that show which articles are read.</li>
<li><strong>When you save an article.</strong> Your reading list is kept in your own browser and is not sent to us.
Clearing the list, or your browser’s data, removes it.</li>
<li><strong>When you follow a topic, an author or a section.</strong> What you follow is kept in your own browser. It is sent
to us when you open the “Following” page or its feed, to find the articles, and is not stored.</li>
<li><strong>When you subscribe.</strong> We keep your email address, your name if you gave it, the day you subscribed
and whether the subscription is active.</li>
<li><strong>When you write to us.</strong> We keep your message and the details needed to answer it.</li>
<li><strong>When you work on this site.</strong> We keep the name, email address and sign-in records of your
account.</li>
</ul>

<h2>Why we may use it</h2>
<ul>
<li>We send the newsletter because you agreed to receive it. You can change your mind at any time.</li>
<li>We run, secure and improve the site, and answer messages, because we have a legitimate interest in operating a
reliable news site.</li>
<li>We keep or disclose records where the law obliges us to.</li>
</ul>
<p>We make no decisions about you by automated means, and we do not sell personal information.</p>

<h2>Cookies and advertising</h2>
<p>Reading this site requires no cookies from us. Signing in as an editor sets those that keep you signed in. Advertising
from other companies is loaded only if you accept it: the company that supplies it may then set cookies of its own and learn that
you saw the advertisement, under its own policy. You can change your choice at any time under “Advertising Choices” at the
bottom of each page. A browser that sends Global Privacy Control refuses for you.</p>

<h2>Who else receives it</h2>
<p>Companies that host this site or deliver its email handle information on our behalf and on our instructions. If one
of them works ${isBritish ? 'outside the United Kingdom' : 'in another country'}, we make sure that your information is protected there as the law requires.
Articles link to other websites, which have policies of their own.</p>

<h2>How long we keep it</h2>
<p>We keep your subscription until you end it, messages for as long as the matter requires, and technical logs
only for as long as they help to run and protect the site. Published articles are kept as a public record.</p>

<h2>Your rights</h2>
<p>${isBritish ? 'Under United Kingdom data protection law' : 'Depending on the data protection law that applies to you,'} you can ask us:</p>
<ul>
<li>for a copy of the information we hold about you, or to pass it on to someone else;</li>
<li>to correct it, to delete it, or to limit what we do with it;</li>
<li>to stop using it where we rely on a legitimate interest;</li>
<li>to end the newsletter, at any time and without a reason.</li>
</ul>
<p>Write to ${privacy}, and we will answer within one month. Some of these rights are limited where information is
held for journalism. If our answer does not satisfy you, you can complain to the
${authority}.</p>

<h2>Changes to this policy</h2>
<p>When our practice changes, so will this page, together with the date above. Changes that matter to subscribers will
be announced in the newsletter.</p>
`
}

function termsOfServiceText({ name, general, legal, street, today, isBritish }: EnglishDetails): string {
  const law = isBritish
    ? `They are governed by the law of England and Wales,
whose courts decide any dispute; if you live in Scotland or Northern Ireland, you may also turn to the courts
there.`
    : `They are governed by the law of the country in which
${name} is published. Rights that the law of the country where you live gives you remain yours.`
  return `
<p>These terms apply whenever you read ${name} or use anything on this site. By doing so you accept them; if you do not,
please do not use the site.</p>
<p>Last updated: ${today}</p>

<h2>Using the site</h2>
<p>You are welcome to read, save, print and share our articles for your own use, to link to any page, and to quote a
short passage with the name of ${name} and a link. No account is needed. For anything beyond this, ask
${general} first.</p>

<h2>What is not allowed</h2>
<ul>
<li>republishing or selling our articles or images without our written permission;</li>
<li>copying the site in bulk by automated means, other than to index it for search in line with its rules for
robots;</li>
<li>interfering with the site, overloading it, or trying to reach parts of it that are not public;</li>
<li>using it to break the law, or to harm or deceive anybody;</li>
<li>subscribing with an email address that is not your own.</li>
</ul>

<h2>Who owns what</h2>
<p>What ${name} publishes belongs to us or to those who have licensed it to us. Some articles come from other publishers,
who are named with a link to the original; their rights remain theirs. If you believe that something here infringes
yours, tell ${legal} which page it is on, and what it infringes.</p>

<h2>The newsletter</h2>
<p>The newsletter is free. You can end your subscription at any time, and we may change how often it appears or stop
it.</p>

<h2>Accuracy</h2>
<p>We take care to be accurate and to correct mistakes; the <a href="/contact">contact page</a> says how to report one.
Articles are information for a general audience. They are not legal, medical or financial advice, and you should not
act on them as if they were.</p>

<h2>Other websites and advertising</h2>
<p>We are not responsible for websites that we link to or for what advertisers offer. A link or an advertisement is not
a recommendation.</p>

<h2>Our responsibility to you</h2>
<p>The site is provided as it is, and we cannot promise that it will always be available or free of faults. As far as
the law allows, we are not liable for losses that we could not have foreseen, or that come from business use of the
site. Nothing here limits liability that the law does not allow to be limited, such as for fraud or for death or injury
caused by negligence, and nothing here takes away your rights as a consumer.</p>

<h2>Your privacy</h2>
<p>Our <a href="/privacy-policy">privacy policy</a> explains how we handle personal information.</p>

<h2>Changes and governing law</h2>
<p>We may change these terms; the date above says when we last did. ${law}</p>

<h2>Questions about these terms</h2>
<p>Write to ${legal}${isBritish ? `, or by post to ${name}, ${street}` : ''}.</p>
`
}
