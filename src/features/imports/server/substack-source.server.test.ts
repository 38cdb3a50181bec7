import { describe, expect, it } from 'vitest'
import { articlesOf, lossesOf, openZip, readZip } from '../testing/open-zip.ts'
import { openSubstack } from './substack-source.server.ts'

const HEADER = 'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url'

const read = (rows: string[], others: { name: string; content: string }[] = []) =>
  readZip(openSubstack, [{ name: 'posts.csv', content: [HEADER, ...rows].join('\n') }, ...others])

const attributes = (data: object) => JSON.stringify(data).replaceAll('&', '&amp;').replaceAll('"', '&quot;')

async function convert(html: string) {
  const items = await read(
    ['1.a,2024-05-01T10:00:00.000Z,true,,newsletter,everyone,A,,'],
    [{ name: 'posts/1.a.html', content: html }],
  )
  return { html: articlesOf(items)[0]?.html, lost: lossesOf(items) }
}

it('reads posts with their dates, addresses, lead images and recordings', async () => {
  const image = `<div class="captioned-image-container"><figure><a class="image-link image2" href="https://substackcdn.com/image/fetch/f_auto/https%3A%2F%2Fbucketeer-1.s3.amazonaws.com%2Fpublic%2Fimages%2Fa_800x600.jpeg"><img src="https://substackcdn.com/image/fetch/w_1456,c_limit/https%3A%2F%2Fbucketeer-1.s3.amazonaws.com%2Fpublic%2Fimages%2Fa_800x600.jpeg" alt="A wall" data-attrs="{}"></a><figcaption class="image-caption">In <em>May</em></figcaption></figure></div>`
  const items = await read(
    [
      '12.harbour-wall,2024-05-02T08:00:00.000Z,TRUE,2024-05-02T08:00:05.000Z,podcast,everyone,"Harbour, wall",It cost £4m,https://x.example/talk.mp3',
      '13.plan,,FALSE,,newsletter,everyone,Plan,,',
      '14.secret,2024-05-03T08:00:00.000Z,TRUE,,newsletter,only_paid,Secret,,',
      '15.about,2024-05-01T08:00:00.000Z,TRUE,,page,everyone,About us,,',
    ],
    [
      { name: 'posts/12.harbour-wall.html', content: `${image}<p>Text</p>${image}` },
      { name: 'posts/13.plan.html', content: '<p>Later</p>' },
      { name: 'posts/14.secret.html', content: '<p>Paid</p>' },
      { name: 'posts/12.opens.csv', content: 'x' },
    ],
  )
  const address = 'https://substack-post-media.s3.amazonaws.com/public/images/a_800x600.jpeg'
  expect(articlesOf(items)).toMatchObject([
    {
      key: '12',
      type: 'post',
      addresses: ['/p/harbour-wall'],
      slug: 'harbour-wall',
      title: 'Harbour, wall',
      standfirst: 'It cost £4m',
      state: 'published',
      publishedAt: '2024-05-02T08:00:00.000Z',
      image: { address, alt: 'A wall', caption: 'In May', credit: '' },
      html: `<figure class="audio"><audio src="https://x.example/talk.mp3"></audio></figure><p>Text</p><figure><img src="${address}" alt="A wall"><figcaption><span>In <em>May</em></span></figcaption></figure>`,
    },
    { key: '13', state: 'draft', publishedAt: null, html: '<p>Later</p>' },
    { key: '14', state: 'draft', html: '<p>Paid</p>' },
    { key: '15', type: 'page', html: '' },
  ])
  expect(lossesOf(items)).toEqual([
    '1 articles for subscribers only, which become drafts: Secret',
    '1 posts whose text is not in the export: About us',
    '1 reports of opened emails: posts/12.opens.csv',
  ])
})

describe('elements', () => {
  const embed = (address: string) =>
    expect.stringContaining(`<figure class="embed" data-address="${address}">`)

  it.each([
    [
      `<div class="youtube2 youtube-wrap" data-attrs="${attributes({ videoId: 'dQw4w9WgXcQ' })}"><iframe></iframe></div>`,
      embed('https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
    ],
    [
      `<div class="tweet" data-attrs="${attributes({ url: 'https://twitter.com/a/status/1234567890?s=20' })}"><a href="https://twitter.com/x"></a></div>`,
      embed('https://x.com/a/status/1234567890'),
    ],
    [
      `<div class="instagram" data-attrs="${attributes({ instagram_id: 'CabcdefghiJ' })}"></div>`,
      embed('https://www.instagram.com/p/CabcdefghiJ/'),
    ],
    [
      `<div class="image-gallery-embed" data-attrs="${attributes({ gallery: { images: [{ src: 'https://x.example/a.jpg' }, { src: 'https://x.example/b.jpg' }], caption: 'A & B' } })}"></div>`,
      '<div class="gallery"><figure><img src="https://x.example/a.jpg"></figure><figure><img src="https://x.example/b.jpg"></figure></div><p>A &amp; B</p>',
    ],
    [
      `<div class="digest-post-embed" data-attrs="${attributes({ canonical_url: 'https://x.example/p/b', title: 'B', caption: 'C' })}"></div>`,
      '<p><a href="https://x.example/p/b"><strong>B</strong></a><br>C</p>',
    ],
    [
      `<p class="button-wrapper" data-attrs="${attributes({ url: 'https://x.example/', text: 'Go' })}"><a class="button" href="https://x.example/">Go</a></p>`,
      '<p><a href="https://x.example/">Go</a></p>',
    ],
    ['<div class="pullquote"><p>Tea</p></div>', '<figure class="pull-quote"><p>Tea</p></figure>'],
    [
      '<p>Tea<a class="footnote-anchor" data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1" href="#footnote-1">1</a></p><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>Hot</p></div></div>',
      '<p>Tea<sup>1</sup></p><p>1 Hot</p>',
    ],
    [
      `<div class="latex-rendered" data-attrs="${attributes({ persistentExpression: 'a < b' })}"></div>`,
      '<p><code>a &lt; b</code></p>',
    ],
  ])('%s', async (html, expected) => {
    expect(await convert(html)).toEqual({ html: expected, lost: [] })
  })

  it.each([
    [
      '<div class="subscription-widget-wrap"><form><input name="email"></form><p>Join us</p></div>',
      ['1 sign-up forms: Join us'],
    ],
    [
      '<p class="button-wrapper"><a class="button" href="%%share_url%%">Share</a></p><p class="button-wrapper"><a class="button" href="https://a.substack.com/subscribe?">Join</a></p>',
      ['2 buttons of Substack: Share'],
    ],
    ['<div class="paywall-jump"></div>', ['1 paywall lines: ']],
    ['<div class="poll-embed">Tea?</div>', ['1 polls: Tea?']],
    ['<div class="file-embed-wrapper"></div>', ['1 files for download, which stay at the source: ']],
    ['<div class="tweet" data-attrs="{broken"></div>', []],
  ])('%s are told', async (html, lost) => {
    expect(await convert(html)).toEqual({ html: '', lost })
  })
})

it('reads subscribers who have not switched emails off', async () => {
  const content =
    'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at\n' +
    'keep@s.example,false,,other,false,2021-05-20T18:46:21.526Z,\n' +
    'left@s.example,true,2027-05-20T18:46:21.526Z,yearly,true,2021-05-20T18:46:21.526Z,\n'
  const items = await read([], [{ name: 'email_list.paper.csv', content }])
  expect(
    items.flatMap((item) =>
      item.kind === 'subscriber' ? [[item.email, item.consent, item.subscribedAt]] : [],
    ),
  ).toEqual([
    ['keep@s.example', 'given', '2021-05-20T18:46:21.526Z'],
    ['left@s.example', 'withdrawn', '2021-05-20T18:46:21.526Z'],
  ])
})

it('leaves other archives to others, and explains damaged lists', async () => {
  expect(await openZip(openSubstack, [{ name: 'posts.csv', content: 'title,text\na,b' }])).toBeNull()
  expect(await openZip(openSubstack, [{ name: 'a.md', content: 'a' }])).toBeNull()
  await expect(read(['1.a,"never ends'])).rejects.toThrow(
    'posts.csv has a quote in line 2 that does not end.',
  )
})
