import type { SiteDetails } from './site-details.ts'

export function privacyPolicyText({ name, general, privacy, street, today }: SiteDetails): string {
  return `
<p>This policy says what ${name} learns about you when you read this site, subscribe to its newsletter or write to us,
what we do with it, and what you can ask of us.</p>
<p>Last updated: ${today}</p>

<h2>Who is responsible</h2>
<p>${name}, ${street}, decides how personal information is used on this site. For anything in this policy, write to
${privacy}; for everything else, to ${general}.</p>

<h2>What we learn about you</h2>
<ul>
<li><strong>When you read.</strong> You need no account. As with any website, our servers receive your IP address, the
address of the page and what your browser reports about itself. This may be kept for a short time in technical logs, and is
counted in statistics that show which articles are read.</li>
<li><strong>When you save an article.</strong> Your reading list is kept in your own browser and is not sent to us.
Clearing the list, or your browser’s data, removes it.</li>
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
you saw the advertisement, under its own policy. You can change your choice at any time under “Advertising choices” at the
bottom of each page. A browser that sends Global Privacy Control refuses for you.</p>

<h2>Who else receives it</h2>
<p>Companies that host this site or deliver its email handle information on our behalf and on our instructions. If one
of them works outside the United Kingdom, we make sure that your information is protected there as the law requires.
Articles link to other websites, which have policies of their own.</p>

<h2>How long we keep it</h2>
<p>We keep your subscription until you end it, messages for as long as the matter requires, and technical logs
only for as long as they help to run and protect the site. Published articles are kept as a public record.</p>

<h2>Your rights</h2>
<p>Under United Kingdom data protection law you can ask us:</p>
<ul>
<li>for a copy of the information we hold about you, or to pass it on to someone else;</li>
<li>to correct it, to delete it, or to limit what we do with it;</li>
<li>to stop using it where we rely on a legitimate interest;</li>
<li>to end the newsletter, at any time and without a reason.</li>
</ul>
<p>Write to ${privacy}, and we will answer within one month. Some of these rights are limited where information is
held for journalism. If our answer does not satisfy you, you can complain to the
<a href="https://ico.org.uk/make-a-complaint/">Information Commissioner’s Office</a>.</p>

<h2>Changes to this policy</h2>
<p>When our practice changes, so will this page, together with the date above. Changes that matter to subscribers will
be announced in the newsletter.</p>
`
}
