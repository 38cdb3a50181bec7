import type { SiteDetails } from './site-details.ts'

export function contactText({ name, newsroom, general, privacy, legal, street, today }: SiteDetails): string {
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

<h2>By post</h2>
<address>${name}<br>${street.replace(', ', '<br>')}<br>United Kingdom</address>
`
}
