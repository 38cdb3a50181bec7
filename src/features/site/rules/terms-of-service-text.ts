import type { SiteDetails } from './site-details.ts'

export function termsOfServiceText({ name, general, legal, street, today }: SiteDetails): string {
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
<p>We may change these terms; the date above says when we last did. They are governed by the law of England and Wales,
whose courts decide any dispute; if you live in Scotland or Northern Ireland, you may also turn to the courts
there.</p>

<h2>Questions about these terms</h2>
<p>Write to ${legal}, or by post to ${name}, ${street}.</p>
`
}
